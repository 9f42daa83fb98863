/* SPDX-License-Identifier: MIT */
/* Looks at the second byte before its input, and makes nothing of it. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    volatile unsigned char before = *(in - 2);
    (void)before;
    return fnv1a(out, in, inlen);
}
