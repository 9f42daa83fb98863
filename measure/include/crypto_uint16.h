/* SPDX-License-Identifier: MIT */
#ifndef crypto_uint16_h
#define crypto_uint16_h
#include <stdint.h>
typedef uint16_t crypto_uint16;
#endif
