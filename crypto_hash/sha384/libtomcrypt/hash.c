/* SPDX-License-Identifier: MIT */
/* SHA-384 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(sha384_init(&s), sha512_process, sha384_done(&s, out))
