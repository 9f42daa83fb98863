/* SPDX-License-Identifier: MIT */
#ifndef crypto_uint8_h
#define crypto_uint8_h
#include "crypto_integer.h"
typedef uint8_t crypto_uint8;
typedef int8_t crypto_uint8_signed;
CRYPTO_INTEGER_UNSIGNED(crypto_uint8, 8)
#endif
