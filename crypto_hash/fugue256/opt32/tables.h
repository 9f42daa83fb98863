/* SPDX-License-Identifier: MIT */
/*
 * Table i holds what byte x in row i of a column adds to M times the column: column i of M times
 * S(x), with row 0 in the least significant byte. The entries are generated from the S-box of AES.
 */
#include "aes_s_box.h"

/* Twice s in GF(256) modulo X^8 + X^4 + X^3 + X + 1. */
#define TWICE(s) (((s) << 1 ^ ((s) >> 7) * 0x11b) & 0xff)
#define FOUR_TIMES(s) TWICE(TWICE(s))
#define SEVEN_TIMES(s) (FOUR_TIMES(s) ^ TWICE(s) ^ (s))

/* The column s, s, 7 s, 4 s, and its rotations. */
#define COLUMN(s, a, b, c, d)                                                                      \
    ((uint32_t)(s) << (a) | (uint32_t)(s) << (b) | (uint32_t)SEVEN_TIMES(s) << (c) |               \
     (uint32_t)FOUR_TIMES(s) << (d))

static const uint32_t table[4][256] = {
#define E(s) COLUMN(s, 0, 8, 16, 24),
    {AES_S_BOX(E)},
#undef E
#define E(s) COLUMN(s, 8, 16, 24, 0),
    {AES_S_BOX(E)},
#undef E
#define E(s) COLUMN(s, 16, 24, 0, 8),
    {AES_S_BOX(E)},
#undef E
#define E(s) COLUMN(s, 24, 0, 8, 16),
    {AES_S_BOX(E)},
#undef E
};
