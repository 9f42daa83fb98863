/* SPDX-License-Identifier: MIT */
#include "crypto_hash_sha256.h"

#define ONE crypto_hash_sha256

#include "single.h"
