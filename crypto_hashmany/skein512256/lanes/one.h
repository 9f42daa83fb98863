/* SPDX-License-Identifier: MIT */
/* One message, by the fastest implementation there is. */
#include "crypto_hash_skein512256.h"

#define ONE crypto_hash_skein512256
