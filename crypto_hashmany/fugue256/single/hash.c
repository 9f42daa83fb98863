/* SPDX-License-Identifier: MIT */
#include "crypto_hash_fugue256.h"

#define ONE crypto_hash_fugue256

#include "single.h"
