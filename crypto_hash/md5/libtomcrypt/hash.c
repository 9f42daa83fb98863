/* SPDX-License-Identifier: MIT */
/* MD5 from LibTomCrypt; how, and why so, stands in tomcrypt_hash_of.h. */
#include "tomcrypt_hash_of.h"

TOMCRYPT_HASH(md5_init(&s), md5_process, md5_done(&s, out))
