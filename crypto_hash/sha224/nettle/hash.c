/* SPDX-License-Identifier: MIT */
/* SHA-224 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha2.h>

NETTLE_HASH(sha224_ctx, sha224_init, sha224_update, sha224_digest)
