/* SPDX-License-Identifier: MIT */
/* Compiled once for each implementation and ABI: gives it to the harness under names that do not
 * change. */
#include "implementation.h"

#include "crypto_hash.h"

const unsigned long long hashcop_bytes = crypto_hash_BYTES;
int (*const hashcop_hash)(unsigned char *, const unsigned char *, unsigned long long) = crypto_hash;
