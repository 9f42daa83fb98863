/* SPDX-License-Identifier: MIT */
/*
 * Vectors of eight words of 32 bits, and the distances of BMW-256, for AVX2: a rotation is two
 * shifts, and a window is cut out of two vectors and the one in their middle.
 *
 * Limit: the chain, as compress.h says, and about 210 shifts and moves between lanes, two a cycle.
 * Zen 4 takes 171 cycles a block, 2.7 per byte, where AVX-512 is not used; opt32 takes 4.4. Zen 5
 * takes 198 cycles, 3.1 per byte; opt32 takes 3.7.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

#include "words.h"

#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define ROTATE(x, n) _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - (n)))

INLINE vec ROTATE_BY(vec x, vec n) {
    return _mm256_or_si256(SHIFT_LEFT_BY(x, n),
                           SHIFT_RIGHT_BY(x, SUBTRACT(_mm256_set1_epi32(32), n)));
}

/* Eight words from a[n] on, where b follows a. */
#define MIDDLE(a, b) _mm256_permute2x128_si256(a, b, 0x21)
#define WINDOW(a, b, n)                                                                            \
    ((n) < 4 ? _mm256_alignr_epi8(MIDDLE(a, b), a, 4 * (n) % 16)                                   \
             : _mm256_alignr_epi8(b, MIDDLE(a, b), 4 * (n) % 16))
#define ONLY_LANE(x, lane) _mm256_blend_epi32(ZERO, x, 1 << (lane))
