/* SPDX-License-Identifier: MIT */
/* BLAKE2b from libsodium; how, and why so, stands in sodium_hash.h. */
#include "sodium_hash.h"

int CRYPTO_NAMESPACETOP(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return sodium_is_ready() ? crypto_generichash(out, CRYPTO_BYTES, in, inlen, NULL, 0) : -1;
}
