/* SPDX-License-Identifier: MIT */
/*
 * P in the first lane and Q in the second of vectors of 256 bits, as avx2-aesni has them, for
 * processors with VAES and GFNI that lack AVX-512. The last round of AES is SubBytes in both lanes
 * at once, and adds Q's ones; the polynomial of GFNI's product is the one of Grøstl.
 *
 * Limit: the operations: for a vector, shuffle and S-box 2, sums 6, products 2; for Grøstl-512's
 * eight vectors and two constants 82 a round, 2.2 cycles per byte at four a cycle, 3.0 at three.
 * Grøstl-256 has four vectors and 8 exchanges of halves, 50 a round, 2.0 and 2.6. Zen 4 needs 4.1
 * and 4.3: rows that wait in memory, and a chain of 16 cycles a round of Grøstl-256.
 *
 * Rejected, with the time of long messages on Zen 4: for Grøstl-512 the products side by side (1.10
 * with Clang, 1.03 with GCC), as they need more registers; for Grøstl-256 one after the other (1.07
 * and 1.04), as the chain is longer.
 */
#define TARGET __attribute__((target("avx2,aes,vaes,gfni")))

#include "lanes.h"

#define aes_shift_sub_add(a, added) _mm256_aesenclast_epi128(a, added)

#define times(n, a) _mm256_gf2p8mul_epi8(a, _mm256_set1_epi8(n))

TARGET static inline vector sum_4_2_1(vector a, vector b, vector c) {
    if (COLUMNS == 8)
        return xor3(times(4, a), times(2, b), c);
    return xor2(times(2, xor2(times(2, a), b)), c);
}
