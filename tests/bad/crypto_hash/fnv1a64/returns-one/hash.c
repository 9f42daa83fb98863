/* SPDX-License-Identifier: MIT */
/* Returns 1. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    fnv1a(out, in, inlen);
    return 1;
}
