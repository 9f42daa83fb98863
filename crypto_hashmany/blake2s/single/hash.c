/* SPDX-License-Identifier: MIT */
#include "crypto_hash_blake2s.h"

#define ONE crypto_hash_blake2s

#include "single.h"
