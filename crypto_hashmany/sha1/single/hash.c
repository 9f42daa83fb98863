/* SPDX-License-Identifier: MIT */
#include "crypto_hash_sha1.h"

#define ONE crypto_hash_sha1

#include "single.h"
