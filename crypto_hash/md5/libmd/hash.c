/* SPDX-License-Identifier: MIT */
/* MD5 from libmd; how, and why so, stands in libmd_hash.h. */
#include "libmd_hash.h"
#include <md5.h>

LIBMD_HASH(MD5_CTX, MD5)
