/* SPDX-License-Identifier: MIT */
/* BLAKE2b from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/blake2.h>

WOLFSSL_HASH(Blake2b, wc_InitBlake2b(s, crypto_hash_BYTES), wc_Blake2bUpdate,
             wc_Blake2bFinal(s, out, crypto_hash_BYTES))
