/* SPDX-License-Identifier: MIT */
/* SHAKE128 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(sha3_shake_init(&s, 128), sha3_process, sha3_shake_done(&s, out, crypto_hash_BYTES))
