/* SPDX-License-Identifier: MIT */
#ifndef crypto_uint64_h
#define crypto_uint64_h
#include "crypto_integer.h"
typedef uint64_t crypto_uint64;
typedef int64_t crypto_uint64_signed;
CRYPTO_INTEGER_UNSIGNED(crypto_uint64, 64)
#endif
