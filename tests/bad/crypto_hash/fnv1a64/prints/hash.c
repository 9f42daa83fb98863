/* SPDX-License-Identifier: MIT */
/* Talks on both of its outputs; what it says looks like results. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <stdio.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    puts("0123456789abcdef0123456789abcdef digest 0 00");
    fprintf(stderr, "checksum small 00\ndone\n");
    fflush(stdout);
    return fnv1a(out, in, inlen);
}
