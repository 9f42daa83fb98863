/* SPDX-License-Identifier: MIT */
/* SHA-224 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(sha224_init(&s), sha256_process, sha224_done(&s, out))
