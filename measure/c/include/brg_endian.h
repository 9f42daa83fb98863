/* SPDX-License-Identifier: MIT */
/* The byte order of the machine, under the names that many submissions to the SHA-3 competition
 * use. */
#ifndef brg_endian_h
#define brg_endian_h
#define IS_LITTLE_ENDIAN 1234
#define IS_BIG_ENDIAN 4321
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PLATFORM_BYTE_ORDER IS_BIG_ENDIAN
#else
#define PLATFORM_BYTE_ORDER IS_LITTLE_ENDIAN
#endif
#endif
