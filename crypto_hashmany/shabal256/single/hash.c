/* SPDX-License-Identifier: MIT */
#include "crypto_hash_shabal256.h"

#define ONE crypto_hash_shabal256

#include "single.h"
