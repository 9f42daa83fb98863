/* SPDX-License-Identifier: MIT */
/* SHA3-224 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/sha3.h>

WOLFSSL_HASH(wc_Sha3, wc_InitSha3_224(s, NULL, INVALID_DEVID), wc_Sha3_224_Update,
             wc_Sha3_224_Final(s, out))
