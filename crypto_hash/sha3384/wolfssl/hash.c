/* SPDX-License-Identifier: MIT */
/* SHA3-384 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/sha3.h>

WOLFSSL_HASH(wc_Sha3, wc_InitSha3_384(s, NULL, INVALID_DEVID), wc_Sha3_384_Update,
             wc_Sha3_384_Final(s, out))
