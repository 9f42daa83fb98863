/* SPDX-License-Identifier: MIT */
/* SHA-1 from libmd; how, and why so, stands in libmd_hash.h. */
#include "libmd_hash.h"
#include <sha1.h>

LIBMD_HASH(SHA1_CTX, SHA1)
