/* SPDX-License-Identifier: MIT */
/* SHA-256 from libmd; how, and why so, stands in libmd_hash.h. */
#include "libmd_hash.h"
#include <sha2.h>

LIBMD_HASH(SHA2_CTX, SHA256)
