/* SPDX-License-Identifier: MIT */
#include "crypto_hash_blake2b.h"

#define ONE crypto_hash_blake2b

#include "single.h"
