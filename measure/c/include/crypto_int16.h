/* SPDX-License-Identifier: MIT */
#ifndef crypto_int16_h
#define crypto_int16_h
#include "crypto_integer.h"
typedef int16_t crypto_int16;
typedef uint16_t crypto_int16_unsigned;
CRYPTO_INTEGER_SIGNED(crypto_int16, 16, crypto_int16_unsigned)
#endif
