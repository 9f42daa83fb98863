/* SPDX-License-Identifier: MIT */
/* RIPEMD-160 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(rmd160_init(&s), rmd160_process, rmd160_done(&s, out))
