/* SPDX-License-Identifier: MIT */
#include "crypto_hash_groestl256.h"

#define ONE crypto_hash_groestl256

#include "single.h"
