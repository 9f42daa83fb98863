/* SPDX-License-Identifier: MIT */
/*
 * Vectors of 256 bits with AVX2: two lanes of 128.
 *
 * Limit: the chain of the steps, 200 operations for a block as with SSE2: 3.1 cycles per byte of
 * SIMD-256 and 1.6 of SIMD-512, or twice that on Zen 5, where an operation in vectors takes two
 * cycles. All operations but moves are 1400 and 2000 for two blocks: 2.7 and 2.0 cycles per byte at
 * four a cycle. Zen 5 takes 6.0, which is the chain, and 3.3, 95 % of what the chain allows.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))

#include "lanes.h"

#define pack_low_halves(a, b) _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xaa)
#define pack_high_halves(a, b) _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xaa)

#include "modulo257.h"
