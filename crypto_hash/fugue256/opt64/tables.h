/* SPDX-License-Identifier: MIT */
/*
 * What a byte of row 0 adds to the columns 0 and 1 (table_01) and 2 and 3 (table_23) of SMIX's
 * result; table i is that of column i. The entries are generated from the S-box of AES.
 */
#include "aes_s_box.h"

/* Products of s in GF(256) modulo X^8 + X^4 + X^3 + X + 1. */
#define TWICE(s) (((s) << 1 ^ ((s) >> 7) * 0x11b) & 0xff)
#define TIMES_4(s) TWICE(TWICE(s))
#define TIMES_5(s) (TIMES_4(s) ^ (s))
#define TIMES_6(s) (TIMES_4(s) ^ TWICE(s))
#define TIMES_7(s) (TIMES_6(s) ^ (s))

/* In rows 0 to 3 of an even and of an odd column. */
#define EVEN(product, row) (uint64_t)(product) << 16 * (row)
#define ODD(product, row) (uint64_t)(product) << (16 * (row) + 8)

/*
 * Column 0 of M is 1, 1, 7, 4. Row j of the product with it goes to column i - j, and the byte is
 * added to row 0 of columns 0 to 3 times 1, 1, 7, 4 as well, if it is off the diagonal.
 */
static const uint64_t table_01[4][256] = {
#define E(s) EVEN(s, 0) | ODD(TIMES_4(s), 3),
    {AES_S_BOX(E)},
#undef E
#define E(s) EVEN(s, 1) | EVEN(s, 0),
    {AES_S_BOX(E)},
#undef E
#define E(s) ODD(s, 1) | EVEN(TIMES_7(s), 2) | EVEN(s, 0) | ODD(s, 0),
    {AES_S_BOX(E)},
#undef E
#define E(s) ODD(TIMES_7(s), 2) | EVEN(TIMES_4(s), 3) | EVEN(s, 0) | ODD(s, 0),
    {AES_S_BOX(E)},
#undef E
};

static const uint64_t table_23[4][256] = {
#define E(s) ODD(s, 1) | EVEN(TIMES_7(s), 2),
    {AES_S_BOX(E)},
#undef E
#define E(s) ODD(TIMES_7(s), 2) | EVEN(TIMES_4(s), 3) | EVEN(TIMES_7(s), 0) | ODD(TIMES_4(s), 0),
    {AES_S_BOX(E)},
#undef E
#define E(s) EVEN(TIMES_6(s), 0) | ODD(TIMES_4(s), 3) | ODD(TIMES_4(s), 0),
    {AES_S_BOX(E)},
#undef E
#define E(s) ODD(TIMES_5(s), 0) | EVEN(s, 1) | EVEN(TIMES_7(s), 0),
    {AES_S_BOX(E)},
#undef E
};
