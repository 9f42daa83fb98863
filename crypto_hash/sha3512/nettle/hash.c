/* SPDX-License-Identifier: MIT */
/* SHA3-512 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha3.h>

NETTLE_HASH(sha3_512_ctx, sha3_512_init, sha3_512_update, sha3_512_digest)
