/* SPDX-License-Identifier: MIT */
/* An exception that nobody catches. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    if (inlen == 2)
        throw 1;
    return fnv1a(out, in, inlen);
}
