/* SPDX-License-Identifier: MIT */
/* MD5 from Crypto++; how, and why so, stands in cryptopp_hash.h. */
#define CRYPTOPP_ENABLE_NAMESPACE_WEAK 1
#include "crypto_hash.h"
#include "cryptopp_hash.h"
#include <cryptopp/md5.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return cryptopp_hash<CryptoPP::Weak::MD5>(out, crypto_hash_BYTES, in, inlen);
}
