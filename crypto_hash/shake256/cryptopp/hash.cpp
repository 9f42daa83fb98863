/* SPDX-License-Identifier: MIT */
/* SHAKE256 from Crypto++; how, and why so, stands in cryptopp_hash.h. */
#include "crypto_hash.h"
#include "cryptopp_hash.h"
#include <cryptopp/shake.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return cryptopp_hash<CryptoPP::SHAKE256>(out, crypto_hash_BYTES, in, inlen);
}
