/* SPDX-License-Identifier: MIT */
#include "crypto_hash_sha224.h"

#define ONE crypto_hash_sha224

#include "single.h"
