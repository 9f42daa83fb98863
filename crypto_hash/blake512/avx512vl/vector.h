/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 64-bit words with AVX-512VL.
 *
 * Technique: a rotation of early ^ late is the early word's rotation and both shifts of the late
 * one, joined by one vpternlogq: two dependent operations, as a xor and a rotation are, but on Zen
 * 4 vprorq alone takes two cycles. The rotation by 32 is a shuffle.
 *
 * Limit: the chain of a round is 24 cycles, since vpermq (4 cycles) hides in the turns: 2.3
 * cycles/byte for BLAKE2b, 3.0 for BLAKE-512. Reached on Zen 4 are 2.9 and 3.9: both shifts of a
 * late word want the two units that shift at the same moment, which turns and early rotations use,
 * too.
 *
 * Rejected: xor and vprorq, 1.05 to 1.25 times the time for one rotation of the four.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,avx512f,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define REGISTER "v"

#include "lanes.h"
#include "lanes64.h"

INLINE vec xor3(vec x, vec y, vec z) {
    return (vec)_mm256_ternarylogic_epi64((__m256i)x, (__m256i)y, (__m256i)z, 0x96);
}

#define XOR_ROTATE(early, late, n)                                                                 \
    ((n) == 32 ? (vec)_mm256_shuffle_epi32((__m256i)((early) ^ (late)), 0xb1)                      \
               : xor3((vec)_mm256_ror_epi64((__m256i)(early), (n)), held((late) >> (n)),           \
                      (late) << (64 - (n))))
