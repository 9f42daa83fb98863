/* SPDX-License-Identifier: MIT */
/* A group of one message: the text ONE of the hash's crypto_hash(), by a link. */
#include "crypto_hashmany.h"

#include ONE

void CRYPTO_NAMESPACE(group_1)(unsigned char *out, const unsigned char *in,
                               unsigned long long inlen, unsigned live);

void CRYPTO_NAMESPACE(group_1)(unsigned char *out, const unsigned char *in,
                               unsigned long long inlen, unsigned live) {
    (void)live;
    crypto_hash(out, in, inlen);
}
