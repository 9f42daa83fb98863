/* SPDX-License-Identifier: MIT */
/* BLAKE2s from wolfSSL; how, and why so, stands in wolfssl_hash.h. */
#include "wolfssl_hash.h"
#include <wolfssl/wolfcrypt/blake2.h>

WOLFSSL_HASH(Blake2s, wc_InitBlake2s(s, crypto_hash_BYTES), wc_Blake2sUpdate,
             wc_Blake2sFinal(s, out, crypto_hash_BYTES))
