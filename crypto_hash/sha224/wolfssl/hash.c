/* SPDX-License-Identifier: MIT */
/* SHA-224 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/sha256.h>

WOLFSSL_HASH(wc_Sha224, wc_InitSha224(s), wc_Sha224Update, wc_Sha224Final(s, out))
