/* SPDX-License-Identifier: MIT */
/* SHA-256 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/sha256.h>

WOLFSSL_HASH(wc_Sha256, wc_InitSha256(s), wc_Sha256Update, wc_Sha256Final(s, out))
