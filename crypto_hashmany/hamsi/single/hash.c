/* SPDX-License-Identifier: MIT */
#include "crypto_hash_hamsi.h"

#define ONE crypto_hash_hamsi

#include "single.h"
