/* SPDX-License-Identifier: MIT */
#ifndef crypto_uint16_h
#define crypto_uint16_h
#include "crypto_integer.h"
typedef uint16_t crypto_uint16;
typedef int16_t crypto_uint16_signed;
CRYPTO_INTEGER_UNSIGNED(crypto_uint16, 16)
#endif
