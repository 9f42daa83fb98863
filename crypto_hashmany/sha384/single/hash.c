/* SPDX-License-Identifier: MIT */
#include "crypto_hash_sha384.h"

#define ONE crypto_hash_sha384

#include "single.h"
