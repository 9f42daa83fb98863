/* SPDX-License-Identifier: MIT */
/* Pads the message where it stands. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    ((unsigned char *)in)[inlen] ^= 0x80;
    return fnv1a(out, in, inlen);
}
