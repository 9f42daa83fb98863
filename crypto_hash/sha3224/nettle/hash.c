/* SPDX-License-Identifier: MIT */
/* SHA3-224 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha3.h>

NETTLE_HASH(sha3_224_ctx, sha3_224_init, sha3_224_update, sha3_224_digest)
