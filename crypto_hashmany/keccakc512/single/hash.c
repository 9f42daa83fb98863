/* SPDX-License-Identifier: MIT */
#include "crypto_hash_keccakc512.h"

#define ONE crypto_hash_keccakc512

#include "single.h"
