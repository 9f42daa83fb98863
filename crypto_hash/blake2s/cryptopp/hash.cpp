/* SPDX-License-Identifier: MIT */
/* BLAKE2s from Crypto++; how, and why so, stands in cryptopp_hash.h. */
#include "crypto_hash.h"
#include "cryptopp_hash.h"
#include <cryptopp/blake2.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return cryptopp_hash<CryptoPP::BLAKE2s>(out, crypto_hash_BYTES, in, inlen);
}
