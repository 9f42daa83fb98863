/* SPDX-License-Identifier: MIT */
/* SHAKE256 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/sha3.h>

WOLFSSL_HASH(wc_Shake, wc_InitShake256(s, NULL, INVALID_DEVID), wc_Shake256_Update,
             wc_Shake256_Final(s, out, crypto_hash_BYTES))
