/* SPDX-License-Identifier: MIT */
#ifndef crypto_uint32_h
#define crypto_uint32_h
#include "crypto_integer.h"
typedef uint32_t crypto_uint32;
typedef int32_t crypto_uint32_signed;
CRYPTO_INTEGER_UNSIGNED(crypto_uint32, 32)
#endif
