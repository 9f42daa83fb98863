/* SPDX-License-Identifier: MIT */
/* SHA3-256 from Crypto++; how, and why so, stands in cryptopp_hash.h. */
#include "crypto_hash.h"
#include "cryptopp_hash.h"
#include <cryptopp/sha3.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return cryptopp_hash<CryptoPP::SHA3_256>(out, crypto_hash_BYTES, in, inlen);
}
