/* SPDX-License-Identifier: MIT */
/* SHA-384 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha2.h>

NETTLE_HASH(sha384_ctx, sha384_init, sha384_update, sha384_digest)
