/* SPDX-License-Identifier: MIT */
/* SHA-512 from Decaf: the function of its interface for a whole message, which keeps no state. */
#include "crypto_hash.h"
#include <decaf/sha512.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    decaf_sha512_hash(out, crypto_hash_BYTES, in, (size_t)inlen);
    return 0;
}
