/* SPDX-License-Identifier: MIT */

/*
 * SubBytes and MixColumns in one: table[row][x] is what a byte x of this row adds to its column,
 * whose row 0 is the least significant byte. ENTRY(s), of the byte after SubBytes, makes it wider
 * where a technique wants more.
 */
#include "aes_s_box.h"

/* 2x in GF(256) modulo X^8 + X^4 + X^3 + X + 1, for constants. */
#define TWICE(x) (((x) << 1) ^ ((x) >> 7) * 0x11b)
#define COLUMN(a0, a1, a2, a3)                                                                     \
    ((uint32_t)(a0) | (uint32_t)(a1) << 8 | (uint32_t)(a2) << 16 | (uint32_t)(a3) << 24)
/* Row 0 adds 2, 1, 1, 3 times itself; the others the same, turned. */
#define PRODUCTS_0(s) COLUMN(TWICE(s), s, s, TWICE(s) ^ (s))
#define PRODUCTS_1(s) COLUMN(TWICE(s) ^ (s), TWICE(s), s, s)
#define PRODUCTS_2(s) COLUMN(s, TWICE(s) ^ (s), TWICE(s), s)
#define PRODUCTS_3(s) COLUMN(s, s, TWICE(s) ^ (s), TWICE(s))

static const entry table[4][256] = {
#define E(s) ENTRY(PRODUCTS_0, s),
    {AES_S_BOX(E)},
#undef E
#define E(s) ENTRY(PRODUCTS_1, s),
    {AES_S_BOX(E)},
#undef E
#define E(s) ENTRY(PRODUCTS_2, s),
    {AES_S_BOX(E)},
#undef E
#define E(s) ENTRY(PRODUCTS_3, s),
    {AES_S_BOX(E)},
#undef E
};
