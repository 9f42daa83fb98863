/* SPDX-License-Identifier: MIT */
/* An implementation's name is its path: there is none at deep/ or deep/below/. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
