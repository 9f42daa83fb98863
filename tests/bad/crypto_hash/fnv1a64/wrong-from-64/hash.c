/* SPDX-License-Identifier: MIT */
/* Wrong from 64 bytes on. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    fnv1a(out, in, inlen);
    out[0] ^= inlen >= 64;
    return 0;
}
