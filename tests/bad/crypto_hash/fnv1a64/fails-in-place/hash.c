/* SPDX-License-Identifier: MIT */
/* Writes output before it has read all input. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    for (int i = 0; i < crypto_hash_BYTES; ++i)
        out[i] = 0;
    return fnv1a(out, in, inlen);
}
