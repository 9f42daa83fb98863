/* SPDX-License-Identifier: MIT */
#include "crypto_hash_shavite3256.h"

#define ONE crypto_hash_shavite3256

#include "single.h"
