/* SPDX-License-Identifier: MIT */
/* SHA3-256 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha3.h>

NETTLE_HASH(sha3_256_ctx, sha3_256_init, sha3_256_update, sha3_256_digest)
