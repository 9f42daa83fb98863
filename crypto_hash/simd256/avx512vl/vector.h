/* SPDX-License-Identifier: MIT */
/*
 * Vectors of 256 bits with AVX-512: two lanes of 128.
 *
 * Limit: the chain of the steps: ternary logic, addition, rotation, addition. 144 operations for a
 * block take 2.3 cycles per byte of SIMD-256 and 1.1 of SIMD-512, or twice that on Zen 5, where an
 * operation in vectors takes two cycles. All operations but moves are 930 and 1520 for two blocks:
 * 1.8 and 1.5 cycles per byte at four a cycle. Zen 5 takes 4.8 and 2.7: 94 % and 83 % of what the
 * chain allows.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,avx512f,avx512vl,avx512bw")))

#include "lanes.h"

#define pack_low_halves(a, b)                                                                      \
    _mm256_mask_shuffle_epi8(a, 0xcccccccc, b,                                                     \
                             _mm256_broadcastsi128_si256(                                          \
                                 _mm_setr_epi8(0, 0, 0, 1, 0, 0, 4, 5, 0, 0, 8, 9, 0, 0, 12, 13)))
#define pack_high_halves(a, b)                                                                     \
    _mm256_mask_shuffle_epi8(b, 0x33333333, a,                                                     \
                             _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 3, 0, 0, 6, 7, 0, 0, 10, \
                                                                       11, 0, 0, 14, 15, 0, 0)))

#include "modulo257.h"
