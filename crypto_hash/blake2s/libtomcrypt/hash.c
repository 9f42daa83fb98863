/* SPDX-License-Identifier: MIT */
/* BLAKE2s from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(blake2s_256_init(&s), blake2s_process, blake2s_done(&s, out))
