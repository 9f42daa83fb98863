/* SPDX-License-Identifier: MIT */
/* SHA3-384 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(sha3_384_init(&s), sha3_process, sha3_done(&s, out))
