/* SPDX-License-Identifier: MIT */
#ifndef crypto_int32_h
#define crypto_int32_h
#include "crypto_integer.h"
typedef int32_t crypto_int32;
typedef uint32_t crypto_int32_unsigned;
CRYPTO_INTEGER_SIGNED(crypto_int32, 32, crypto_int32_unsigned)
#endif
