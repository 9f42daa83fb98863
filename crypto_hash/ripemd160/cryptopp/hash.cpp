/* SPDX-License-Identifier: MIT */
/* RIPEMD-160 from Crypto++; how, and why so, stands in cryptopp_hash.h. */
#include "crypto_hash.h"
#include "cryptopp_hash.h"
#include <cryptopp/ripemd.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return cryptopp_hash<CryptoPP::RIPEMD160>(out, crypto_hash_BYTES, in, inlen);
}
