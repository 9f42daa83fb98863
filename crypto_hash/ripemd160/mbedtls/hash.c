/* SPDX-License-Identifier: MIT */
/* RIPEMD-160 from Mbed TLS; how, and why so, stands in mbedtls_hash.h. */
#include "crypto_hash.h"
#include "mbedtls_hash.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return mbedtls_hash(MBEDTLS_MD_RIPEMD160, out, crypto_hash_BYTES, in, inlen);
}
