/* SPDX-License-Identifier: MIT */
/*
 * P in the first lane and Q in the second of vectors of 256 bits, with AVX2. The last round of AES,
 * which is there for 128 bits only, takes the lanes one by one; it is SubBytes.
 *
 * Limit: the operations, on Intel's three vector units. Of a vector two constants or none, shuffle
 * 1, S-box 2, lanes taken apart and joined 2, sums 4, two products by 2 of 4 each and a sum each:
 * for Grøstl-512's eight vectors 154 a round, 51 cycles, where rows of 128 bits have 256.
 * Grøstl-256 has four, and 8 exchanges of halves: 87 a round, 29 cycles, where rows of 128 bits
 * have 128.
 *
 * Rejected: the same with the ternary logic of AVX-512, fewer operations by a fifth: 0.985 to 1.03
 * of the time on Cascade Lake, which binds operations to units when it decodes them. A product's
 * sum forced into the order of the shortest chain: 1.01 to 1.5. A blend for the comparison and the
 * mask of a product: 0.91 to 1.00 on Zen 4, but two or three operations on Intel's processors.
 */
#define TARGET __attribute__((target("avx2,aes")))

#include "lanes.h"

TARGET static inline vector aes_shift_sub_add(vector a, vector added) {
    return lanes(_mm_aesenclast_si128(first_lane(a), first_lane(added)),
                 _mm_aesenclast_si128(second_lane(a), second_lane(added)));
}

/* All bytes of a times 02 in GF(256) modulo X^8 + X^4 + X^3 + X + 1, and b added. */
TARGET static inline vector twice_and(vector a, vector b) {
    vector negative = _mm256_cmpgt_epi8(_mm256_setzero_si256(), a);
    return xor3(_mm256_add_epi8(a, a), _mm256_and_si256(negative, _mm256_set1_epi8(0x1b)), b);
}

#define sum_4_2_1(a, b, c) twice_and(twice_and(a, b), c)
