/* SPDX-License-Identifier: MIT */
/* Messages to be timed: random bytes, or others that show whether time depends on the contents. */
#include "harness.h"

#include <string.h>

/* A word of 64 bits after which nothing of the one before it can be seen (the constants are those
 * of the finalizer of splitmix64). */
static unsigned long long mixed(unsigned long long word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ word >> 27) * 0x94d049bb133111ebULL;
    return word ^ word >> 31;
}

/* Fast enough to be done before each timing: one multiplication for eight bytes. Whoever does not
 * know the seed can't foresee a byte; whoever does may compute it, as the witness must. */
void fresh_message(unsigned long long seed, unsigned long long number, unsigned char *out,
                   unsigned long long count) {
    unsigned long long state = mixed(seed + mixed(number + 1)), word;
    for (;; out += 8, count -= 8) {
        state += 0x9e3779b97f4a7c15ULL;
        word = (state ^ state >> 32) * 0xd6e8feb86659fd93ULL;
        word ^= word >> 29;
        if (count < 8)
            break;
        memcpy(out, &word, 8);
    }
    memcpy(out, &word, (size_t)count);
}

/* Zeros, by registers of general use. A C library's memset uses the widest vectors that there are, and
 * some cores answer with a lower frequency and stop for a microsecond when they leave it, which would
 * be in the middle of the timing that follows. */
void message_clear(unsigned char *at, unsigned long long bytes) {
    static const unsigned char zeros[8];
    for (; bytes >= sizeof zeros; at += sizeof zeros, bytes -= sizeof zeros) {
        memcpy(at, zeros, sizeof zeros);
        __asm__ volatile("" : : : "memory"); /* the compiler would call memset */
    }
    for (; bytes; --bytes) {
        *at++ = 0;
        __asm__ volatile("" : : : "memory");
    }
}

void message_fill(const char *kind, unsigned long long seed, unsigned char *out,
                  unsigned long long count) {
    struct stream stream;
    stream_open(&stream, "generate messages for timings...");
    stream.requests = seed;
    if (strcmp(kind, "random") == 0) {
        stream_bytes(&stream, out, count);
    } else if (strcmp(kind, "zero") == 0) {
        message_clear(out, count);
    } else if (strcmp(kind, "sparse") == 0) { /* one bit in each 64 bytes, at a random place */
        message_clear(out, count);
        for (unsigned long long i = 0; i < count; i += 64) {
            unsigned char random[2];
            stream_bytes(&stream, random, sizeof random);
            if (i + random[0] % 64 < count)
                out[i + random[0] % 64] = (unsigned char)(1 << random[1] % 8);
        }
    } else
        harness_stop("unknown kind of message");
}
