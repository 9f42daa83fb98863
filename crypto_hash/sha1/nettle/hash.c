/* SPDX-License-Identifier: MIT */
/* SHA-1 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/sha1.h>

NETTLE_HASH(sha1_ctx, sha1_init, sha1_update, sha1_digest)
