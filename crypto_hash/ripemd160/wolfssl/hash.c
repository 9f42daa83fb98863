/* SPDX-License-Identifier: MIT */
/* RIPEMD-160 from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/ripemd.h>

WOLFSSL_HASH(RipeMd, wc_InitRipeMd(s), wc_RipeMdUpdate, wc_RipeMdFinal(s, out))
