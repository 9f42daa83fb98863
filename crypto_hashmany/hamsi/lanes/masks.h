/* SPDX-License-Identifier: MIT */
/* The message expansion of Hamsi-256 with a mask for each bit of a block. */
#include "rows.h"

CONSTANT uint32_t rows[33][WORDS] = {
    {ROW_0},  {ROW_1},  {ROW_2},  {ROW_3},  {ROW_4},  {ROW_5},      {ROW_6},  {ROW_7},  {ROW_8},
    {ROW_9},  {ROW_10}, {ROW_11}, {ROW_12}, {ROW_13}, {ROW_14},     {ROW_15}, {ROW_16}, {ROW_17},
    {ROW_18}, {ROW_19}, {ROW_20}, {ROW_21}, {ROW_22}, {ROW_23},     {ROW_24}, {ROW_25}, {ROW_26},
    {ROW_27}, {ROW_28}, {ROW_29}, {ROW_30}, {ROW_31}, {ALPHA_OF_M},
};

INLINE void expand(word m[WORDS], word block) {
    UNROLLED(8)
    for (int j = 0; j < WORDS; j++)
        m[j] = rows[32][j];
    DEVICE_UNROLLED
    for (int i = 0; i < 32; i++) {
        word mask = -(block >> i & 1);

        UNROLLED(8)
        for (int j = 0; j < WORDS; j++)
            m[j] ^= rows[i][j] & mask;
    }
}
