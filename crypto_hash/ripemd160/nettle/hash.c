/* SPDX-License-Identifier: MIT */
/* RIPEMD-160 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/ripemd160.h>

NETTLE_HASH(ripemd160_ctx, ripemd160_init, ripemd160_update, ripemd160_digest)
