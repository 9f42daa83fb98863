/* SPDX-License-Identifier: MIT */
/* Answers what an implementation in C does: messages in hex on the standard input, a line each, "-"
 * for the empty one; digests in hex on the standard output. */
#include <stdio.h>
#include <stdlib.h>

#include "crypto_hash.h"

enum { longest = 1 << 17 };

int main(void) {
    static char line[2 * longest + 2];
    static unsigned char message[longest], digest[crypto_hash_BYTES];
    while (fgets(line, sizeof line, stdin)) {
        unsigned long long length = 0;
        char pair[3] = {0};
        for (const char *at = line; at[0] > '-' && at[1] > '-'; at += 2) {
            pair[0] = at[0];
            pair[1] = at[1];
            message[length++] = (unsigned char)strtoul(pair, 0, 16);
        }
        crypto_hash(digest, message, length);
        for (unsigned i = 0; i < sizeof digest; ++i)
            printf("%02x", digest[i]);
        printf("\n");
    }
    return 0;
}
