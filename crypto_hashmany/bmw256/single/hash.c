/* SPDX-License-Identifier: MIT */
#include "crypto_hash_bmw256.h"

#define ONE crypto_hash_bmw256

#include "single.h"
