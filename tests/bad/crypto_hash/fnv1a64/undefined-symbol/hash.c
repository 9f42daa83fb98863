/* SPDX-License-Identifier: MIT */
/* A function that is nowhere defined. */
#include "crypto_hash.h"
#include "fnv1a.h"

int nowhere(unsigned char *);

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return nowhere(out) + fnv1a(out, in, inlen);
}
