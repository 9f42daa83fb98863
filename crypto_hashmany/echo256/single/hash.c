/* SPDX-License-Identifier: MIT */
#include "crypto_hash_echo256.h"

#define ONE crypto_hash_echo256

#include "single.h"
