/* SPDX-License-Identifier: MIT */
/* SHA-384 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/sha512.h>

WOLFSSL_HASH(wc_Sha384, wc_InitSha384(s), wc_Sha384Update, wc_Sha384Final(s, out))
