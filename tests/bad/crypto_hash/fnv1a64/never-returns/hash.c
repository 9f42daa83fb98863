/* SPDX-License-Identifier: MIT */
/* Never returns. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    for (volatile int forever = 1; forever;)
        ;
    return fnv1a(out, in, inlen);
}
