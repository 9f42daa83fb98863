/* SPDX-License-Identifier: MIT */
#ifndef crypto_int64_h
#define crypto_int64_h
#include "crypto_integer.h"
typedef int64_t crypto_int64;
typedef uint64_t crypto_int64_unsigned;
CRYPTO_INTEGER_SIGNED(crypto_int64, 64, crypto_int64_unsigned)
#endif
