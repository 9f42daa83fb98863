/* SPDX-License-Identifier: MIT */

/* A round of AES by four tables that join SubBytes and MixColumns: table[i][a] is what a byte a of
 * row i adds to its column, whose row 0 is the least significant byte. */
#include "aes_s_box.h"

/* 2x in GF(256) modulo X^8 + X^4 + X^3 + X + 1, for constants. */
#define TWICE(x) (((x) << 1) ^ ((x) >> 7) * 0x11b)
#define BYTE(x, row) ((uint32_t)(x) << 8 * ((row) % 4))

/* A byte s of row i after SubBytes is added to row i-k times 2, 3, 1, 1, k = 0..3. */
#define PRODUCTS(s, i)                                                                             \
    BYTE(TWICE(s), i) ^ BYTE(TWICE(s) ^ s, i + 3) ^ BYTE(s, i + 2) ^ BYTE(s, i + 1)

static const uint32_t table[4][256] = {
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
};
