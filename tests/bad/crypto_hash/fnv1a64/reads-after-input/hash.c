/* SPDX-License-Identifier: MIT */
/* Looks at the byte after its input, and makes nothing of it. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    volatile unsigned char next = in[inlen];
    (void)next;
    return fnv1a(out, in, inlen);
}
