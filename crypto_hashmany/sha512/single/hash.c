/* SPDX-License-Identifier: MIT */
#include "crypto_hash_sha512.h"

#define ONE crypto_hash_sha512

#include "single.h"
