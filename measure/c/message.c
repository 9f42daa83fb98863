/* SPDX-License-Identifier: MIT */
/* Messages to be timed: random bytes, or others that show whether time depends on the contents. */
#include "harness.h"

#include <string.h>

void message_fill(const char *kind, unsigned long long seed, unsigned char *out,
                  unsigned long long count) {
    struct stream stream;
    stream_open(&stream, "generate messages for timings...");
    stream.requests = seed;
    if (strcmp(kind, "random") == 0) {
        stream_bytes(&stream, out, count);
    } else if (strcmp(kind, "zero") == 0) {
        memset(out, 0, (size_t)count);
    } else if (strcmp(kind, "sparse") == 0) { /* one bit in each 64 bytes, at a random place */
        memset(out, 0, (size_t)count);
        for (unsigned long long i = 0; i < count; i += 64) {
            unsigned char random[2];
            stream_bytes(&stream, random, sizeof random);
            if (i + random[0] % 64 < count)
                out[i + random[0] % 64] = (unsigned char)(1 << random[1] % 8);
        }
    } else
        harness_stop("unknown kind of message");
}
