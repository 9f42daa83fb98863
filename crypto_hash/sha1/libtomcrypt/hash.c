/* SPDX-License-Identifier: MIT */
/* SHA-1 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(sha1_init(&s), sha1_process, sha1_done(&s, out))
