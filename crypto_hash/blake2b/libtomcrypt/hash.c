/* SPDX-License-Identifier: MIT */
/* BLAKE2b from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(blake2b_512_init(&s), blake2b_process, blake2b_done(&s, out))
