/* SPDX-License-Identifier: MIT */
/* Rounds of AES on words of 32 bits, by a table in memory of the group: what a byte of row 0 adds to
 * its column by SubBytes and MixColumns. The other rows are that of row 0, rotated.
 */
#ifndef AES_H
#define AES_H

#include "aes_s_box.h"
#include "table.h"

#define TWICE(s) ((s) << 1 ^ ((s) >> 7) * 0x11b)
#define PRODUCTS(s) ((u32)TWICE(s) | (s) << 8 | (s) << 16 | (u32)(TWICE(s) ^ (s)) << 24),
CONSTANT u32 products[256] = {AES_S_BOX(PRODUCTS)};

#define AES_COLUMN(a, b, c, d)                                                                     \
    (table[(a)&0xff] ^ ROTL32(table[(b) >> 8 & 0xff], 8) ^                                         \
     ROTL32(table[(c) >> 16 & 0xff], 16) ^ ROTL32(table[(d) >> 24], 24))

/* to = a round of x, plus key. to may be x or key. */
DEVICE void aes_round(SHARED_POINTER const u32 *table, u32 *to, const u32 *x, const u32 *key) {
    const u32 y0 = AES_COLUMN(x[0], x[1], x[2], x[3]) ^ key[0];
    const u32 y1 = AES_COLUMN(x[1], x[2], x[3], x[0]) ^ key[1];
    const u32 y2 = AES_COLUMN(x[2], x[3], x[0], x[1]) ^ key[2];
    const u32 y3 = AES_COLUMN(x[3], x[0], x[1], x[2]) ^ key[3];

    to[0] = y0, to[1] = y1, to[2] = y2, to[3] = y3;
}

#endif
