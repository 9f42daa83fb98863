/* SPDX-License-Identifier: MIT */
#ifndef crypto_int8_h
#define crypto_int8_h
#include "crypto_integer.h"
typedef int8_t crypto_int8;
typedef uint8_t crypto_int8_unsigned;
CRYPTO_INTEGER_SIGNED(crypto_int8, 8, crypto_int8_unsigned)
#endif
