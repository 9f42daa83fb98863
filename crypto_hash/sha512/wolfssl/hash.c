/* SPDX-License-Identifier: MIT */
/* SHA-512 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/sha512.h>

WOLFSSL_HASH(wc_Sha512, wc_InitSha512(s), wc_Sha512Update, wc_Sha512Final(s, out))
