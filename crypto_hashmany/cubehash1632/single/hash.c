/* SPDX-License-Identifier: MIT */
#include "crypto_hash_cubehash1632.h"

#define ONE crypto_hash_cubehash1632

#include "single.h"
