/* SPDX-License-Identifier: MIT */
/* SHA-512 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha2.h>

NETTLE_HASH(sha512_ctx, sha512_init, sha512_update, sha512_digest)
