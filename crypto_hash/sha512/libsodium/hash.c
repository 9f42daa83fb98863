/* SPDX-License-Identifier: MIT */
/* SHA-512 from libsodium; how, and why so, stands in sodium_hash.h. */
#include "sodium_hash.h"

int CRYPTO_NAMESPACETOP(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return crypto_hash_sha512(out, in, inlen);
}
