/* SPDX-License-Identifier: MIT */
#include "crypto_hash_blake256.h"

#define ONE crypto_hash_blake256

#include "single.h"
