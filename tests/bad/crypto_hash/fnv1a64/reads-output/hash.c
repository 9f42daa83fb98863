/* SPDX-License-Identifier: MIT */
/* Leaves a byte of the output as it was. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char before = out[7];
    fnv1a(out, in, inlen);
    out[7] = before;
    return 0;
}
