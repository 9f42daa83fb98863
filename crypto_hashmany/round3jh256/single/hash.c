/* SPDX-License-Identifier: MIT */
#include "crypto_hash_round3jh256.h"

#define ONE crypto_hash_round3jh256

#include "single.h"
