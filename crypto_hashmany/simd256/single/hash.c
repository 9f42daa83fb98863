/* SPDX-License-Identifier: MIT */
#include "crypto_hash_simd256.h"

#define ONE crypto_hash_simd256

#include "single.h"
