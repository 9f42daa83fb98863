/* SPDX-License-Identifier: MIT */
/*
 * Vectors of eight lanes with AVX2, of which five are used.
 *
 * Limit: the operations. A step has 92, as with four lanes, and a block 876: 6.8 cycles/byte at
 * four a cycle, 9.1 at three. A step is a chain of 13. Zen 5, which takes two cycles for each link,
 * needs 10.6 cycles/byte. The hybrid of sse2 takes 1.04 times as long, 1.08 on x86.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#include "lanes5.h"

#define AND(a, b) _mm256_and_si256(a, b)
#define OR(a, b) _mm256_or_si256(a, b)
#define AND_NOT(a, b) _mm256_andnot_si256(b, a)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define ALL_ONES _mm256_set1_epi32(-1)
#define XOR_ROTATED(b, a, n) XOR3(b, _mm256_slli_epi32(a, n), _mm256_srli_epi32(a, 32 - (n)))
#define ROTATED(a, n) OR(_mm256_slli_epi32(a, n), _mm256_srli_epi32(a, 32 - (n)))
#define ROTATED_BY_1(a) OR(_mm256_add_epi32(a, a), _mm256_srli_epi32(a, 31))
#define TWEAKED(a)                                                                                 \
    OR(_mm256_sllv_epi32(a, _mm256_setr_epi32(0, 1, 2, 3, 4, 0, 0, 0)),                            \
       _mm256_srlv_epi32(a, _mm256_setr_epi32(32, 31, 30, 29, 28, 32, 32, 32)))
#define FIRST_SUBSTATES(v0, v1, v2, v3, v4)                                                        \
    { v0, v1, v2, v3, v4 }

#include "steps.h"
