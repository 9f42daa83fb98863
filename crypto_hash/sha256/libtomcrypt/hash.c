/* SPDX-License-Identifier: MIT */
/* SHA-256 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(sha256_init(&s), sha256_process, sha256_done(&s, out))
