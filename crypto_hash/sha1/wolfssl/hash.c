/* SPDX-License-Identifier: MIT */
/* SHA-1 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/sha.h>

WOLFSSL_HASH(wc_Sha, wc_InitSha(s), wc_ShaUpdate, wc_ShaFinal(s, out))
