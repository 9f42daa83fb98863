/* SPDX-License-Identifier: MIT */
/* SHA-256 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha2.h>

NETTLE_HASH(sha256_ctx, sha256_init, sha256_update, sha256_digest)
