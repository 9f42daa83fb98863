/* SPDX-License-Identifier: MIT */
#include "crypto_hash_blake3.h"

#define ONE crypto_hash_blake3

#include "single.h"
