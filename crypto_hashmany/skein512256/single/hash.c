/* SPDX-License-Identifier: MIT */
#include "crypto_hash_skein512256.h"

#define ONE crypto_hash_skein512256

#include "single.h"
