/* SPDX-License-Identifier: MIT */
/* MD5 from Nettle; how, and why so, stands in nettle_hash.h. */
#include "nettle_hash.h"
#include <nettle/md5.h>

NETTLE_HASH(md5_ctx, md5_init, md5_update, md5_digest)
