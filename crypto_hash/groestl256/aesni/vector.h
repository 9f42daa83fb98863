/* SPDX-License-Identifier: MIT */
/*
 * Rows in vectors of 128 bits with SSSE3; the last round of AES is SubBytes.
 *
 * Limit: the operations: for a row, shuffle and S-box 2, sums 6, two products by 2 of 4 each, 16;
 * for 8 rows 128 a round, 32 cycles at four a cycle: 5.0 cycles per byte of Grøstl-256, 7.0 of
 * Grøstl-512. Zen 4 needs 7.5 and 9.2.
 *
 * avx2-aesni has wider vectors for all but the S-box.
 *
 * Rejected: a blend for the comparison and the mask of a product, an operation less: 0.91 to 1.02
 * of the time at 1536 bytes on Zen 4, but Intel's processors make two or three operations of a
 * blend.
 */
#define TARGET __attribute__((target("ssse3,aes")))

#include "operations.h"

#define aes_shift_sub_add(a, added) _mm_aesenclast_si128(a, added)

/* All bytes of a times 02 in GF(256) modulo X^8 + X^4 + X^3 + X + 1, and b added. */
TARGET static inline vector twice_and(vector a, vector b) {
    vector negative = _mm_cmpgt_epi8(_mm_setzero_si128(), a);
    return xor3(_mm_add_epi8(a, a), _mm_and_si128(negative, _mm_set1_epi8(0x1b)), b);
}

#define sum_4_2_1(a, b, c) twice_and(twice_and(a, b), c)
