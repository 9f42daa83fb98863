/* SPDX-License-Identifier: MIT */
/* RIPEMD-160 from libmd; how, and why so, stands in libmd_hash.h. */
#include "libmd_hash.h"
#include <rmd160.h>

LIBMD_HASH(RMD160_CTX, RMD160)
