/* SPDX-License-Identifier: MIT */
/* SHA3-384 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha3.h>

NETTLE_HASH(sha3_384_ctx, sha3_384_init, sha3_384_update, sha3_384_digest)
