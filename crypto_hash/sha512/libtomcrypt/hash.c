/* SPDX-License-Identifier: MIT */
/* SHA-512 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(sha512_init(&s), sha512_process, sha512_done(&s, out))
