/* SPDX-License-Identifier: MIT */
/* Keccak[c=512] from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/hash.h>
#include <wolfssl/wolfcrypt/sha3.h>

static int init(wc_Sha3 *s) {
    int status = wc_InitSha3_256(s, NULL, INVALID_DEVID);
    return status != 0 ? status : wc_Sha3_SetFlags(s, WC_HASH_SHA3_KECCAK256);
}

WOLFSSL_HASH(wc_Sha3, init(s), wc_Sha3_256_Update, wc_Sha3_256_Final(s, out))
