/* SPDX-License-Identifier: MIT */
#include "crypto_hash_luffa256.h"

#define ONE crypto_hash_luffa256

#include "single.h"
