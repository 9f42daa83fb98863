/* SPDX-License-Identifier: MIT */
/* One message, by the fastest implementation there is. */
#include "crypto_hash_blake3.h"

#define ONE crypto_hash_blake3
