/* SPDX-License-Identifier: MIT */
/* Its output depends on what the stack held before, unless that is what a fresh stack holds. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    volatile unsigned char unset[4000];
    fnv1a(out, in, inlen);
    out[0] ^= unset[2000] == 0xff && unset[2001] == 0xff;
    return 0;
}
