/* SPDX-License-Identifier: MIT */
/* Writes beyond the canaries, for the shortest messages. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    if (inlen < 4)
        *(volatile unsigned char *)(out + crypto_hash_BYTES + 19) = 0;
    return fnv1a(out, in, inlen);
}
