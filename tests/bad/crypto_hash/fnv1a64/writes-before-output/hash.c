/* SPDX-License-Identifier: MIT */
/* One byte too early, by three. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    fnv1a(out, in, inlen);
    out[-3] ^= 1;
    return 0;
}
