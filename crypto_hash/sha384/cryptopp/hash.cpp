/* SPDX-License-Identifier: MIT */
/* SHA-384 from Crypto++; how, and why so, stands in cryptopp_hash.h. */
#include "crypto_hash.h"
#include "cryptopp_hash.h"
#include <cryptopp/sha.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return cryptopp_hash<CryptoPP::SHA384>(out, crypto_hash_BYTES, in, inlen);
}
