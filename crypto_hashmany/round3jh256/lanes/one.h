/* SPDX-License-Identifier: MIT */
/* One message, by the fastest implementation there is. */
#include "crypto_hash_round3jh256.h"

#define ONE crypto_hash_round3jh256
