/* SPDX-License-Identifier: MIT */
/*
 * Rows in vectors of NEON. The first half of a round of AES is SubBytes, and its key is Q's ones.
 *
 * Limit: the operations: for a row, table and S-box 2, sums 6, two products by 2 of 4 each, 16; for
 * 8 rows and two constants 130 a round, 32 cycles on a processor with four vector units, 65 with
 * two. This is computed: no such processor was there to measure.
 *
 * aese is written as assembly: compilers before Clang 16 know its intrinsic only where the whole
 * file is compiled for it.
 */
#define TARGET

#include "operations.h"

static inline vector aese(vector a, vector key) {
    __asm__(".arch_extension aes\n\taese %0.16b, %1.16b" : "+w"(a) : "w"(key));
    return a;
}

#define aes_shift_sub_add(a, added) aese(a, shuffled(added, load(key_order)))

/* All bytes of a times 02 in GF(256) modulo X^8 + X^4 + X^3 + X + 1, and b added. */
static inline vector twice_and(vector a, vector b) {
    vector negative = vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(a), 7));
    return xor3(vshlq_n_u8(a, 1), vandq_u8(negative, vdupq_n_u8(0x1b)), b);
}

#define sum_4_2_1(a, b, c) twice_and(twice_and(a, b), c)
