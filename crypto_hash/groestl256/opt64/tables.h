/* SPDX-License-Identifier: MIT */

/* SubBytes and MixBytes in one: table[i][a] is what a byte a of row i adds to its column, whose row
 * 0 is the least significant byte. */
#include "aes_s_box.h"

/* 2x in GF(256) modulo X^8 + X^4 + X^3 + X + 1, for constants. */
#define TWICE(x) (((x) << 1) ^ ((x) >> 7) * 0x11b)
#define TIMES_4(x) TWICE(TWICE(x))
#define BYTE(x, row) ((uint64_t)(x) << 8 * ((row) % 8))

/* A byte s of row i after SubBytes is added to row i-k times 2, 2, 3, 4, 5, 3, 5, 7, k = 0..7. */
#define PRODUCTS(s, i)                                                                             \
    BYTE(TWICE(s), i) ^ BYTE(TWICE(s), i + 7) ^ BYTE(TWICE(s) ^ s, i + 6) ^                        \
        BYTE(TIMES_4(s), i + 5) ^ BYTE(TIMES_4(s) ^ s, i + 4) ^ BYTE(TWICE(s) ^ s, i + 3) ^        \
        BYTE(TIMES_4(s) ^ s, i + 2) ^ BYTE(TIMES_4(s) ^ TWICE(s) ^ s, i + 1)

static const uint64_t table[8][256] = {
#define E(s) PRODUCTS(s, 0),
    {AES_S_BOX(E)},
#undef E
#define E(s) PRODUCTS(s, 1),
    {AES_S_BOX(E)},
#undef E
#define E(s) PRODUCTS(s, 2),
    {AES_S_BOX(E)},
#undef E
#define E(s) PRODUCTS(s, 3),
    {AES_S_BOX(E)},
#undef E
#define E(s) PRODUCTS(s, 4),
    {AES_S_BOX(E)},
#undef E
#define E(s) PRODUCTS(s, 5),
    {AES_S_BOX(E)},
#undef E
#define E(s) PRODUCTS(s, 6),
    {AES_S_BOX(E)},
#undef E
#define E(s) PRODUCTS(s, 7),
    {AES_S_BOX(E)},
#undef E
};
