/* SPDX-License-Identifier: MIT */
/* Returns -1 for one length only. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    fnv1a(out, in, inlen);
    return inlen == 17 ? -1 : 0;
}
