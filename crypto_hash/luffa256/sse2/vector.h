/* SPDX-License-Identifier: MIT */
/*
 * Vectors of four sub-states with SSE2.
 *
 * Limit of Luffa-256: a step has 26 operations for SubCrumb, 64 for MixWord and 2 for the
 * constants, 92; with injection and tweaks a block has 881, 6.9 cycles/byte at four a cycle. A step
 * is a chain of 13 operations, too, which takes 26 cycles on Zen 5, 6.5 cycles/byte. Both together
 * take 10.3 there, and 11.3 on x86, whose 8 registers do not hold the state.
 *
 * Rejected for Luffa-256: the last word of SubCrumb as ~x1 ^ (p & ~g), one operation earlier: 0.98
 * times as long on x86-64, 1.04 on x86. The halves of a rotation joined before the other operand
 * comes, and unrolled steps: 0.99 to 1.04. Words a0 .. a3 or all of them kept in memory where the
 * second group is substituted, for the 8 registers of x86: 1.15 to 1.18 with gcc, 1.11 to
 * 1.12 with clang. Without AVX, the fastest assembly in SUPERCOP takes 0.93 of its time on amd64,
 * with SSSE3, and 0.75 on x86.
 */
#include <emmintrin.h>

#define TARGET __attribute__((target("sse2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

enum { LANES = 4 };
typedef __m128i vector;

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define AND(a, b) _mm_and_si128(a, b)
#define AND_NOT(a, b) _mm_andnot_si128(b, a)
#define OR(a, b) _mm_or_si128(a, b)
#define XOR(a, b) _mm_xor_si128(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define ALL_ONES _mm_set1_epi32(-1)
#define XOR_ROTATED(b, a, n) XOR3(b, _mm_slli_epi32(a, n), _mm_srli_epi32(a, 32 - (n)))
#define ROTATED(a, n) OR(_mm_slli_epi32(a, n), _mm_srli_epi32(a, 32 - (n)))

/* An addition shifts, too, and leaves the shifters to others. */
#define ROTATED_BY_1(a) OR(_mm_add_epi32(a, a), _mm_srli_epi32(a, 31))

/* Lane j is lane j+1 or j+2 modulo 3. */
#define NEXT(a) _mm_shuffle_epi32(a, _MM_SHUFFLE(3, 0, 2, 1))
#define AFTER_NEXT(a) _mm_shuffle_epi32(a, _MM_SHUFFLE(3, 1, 0, 2))

#define FIRST_SUBSTATES(v0, v1, v2, v3, v4)                                                        \
    { v0, v1, v2, v3 }

/* Lane j is rotated left by j bits. */
INLINE vector tweaked(vector a) {
    const vector lanes_1_3 = _mm_setr_epi32(0, -1, 0, -1), lanes_2_3 = _mm_setr_epi32(0, 0, -1, -1);
    vector by_1 = OR(AND_NOT(a, lanes_1_3), AND(ROTATED(a, 1), lanes_1_3));
    return OR(AND_NOT(by_1, lanes_2_3), AND(ROTATED(by_1, 2), lanes_2_3));
}
#define TWEAKED(a) tweaked(a)

/* Four big-endian words, last to first. */
INLINE vector load_backwards(const unsigned char *in) {
    vector a = LOAD(in);
    a = OR(_mm_slli_epi16(a, 8), _mm_srli_epi16(a, 8));
    a = _mm_shufflelo_epi16(a, _MM_SHUFFLE(0, 1, 2, 3));
    a = _mm_shufflehi_epi16(a, _MM_SHUFFLE(0, 1, 2, 3));
    return _mm_shuffle_epi32(a, _MM_SHUFFLE(1, 0, 3, 2));
}

#define SHIFT_TO_FIRST(a, n) _mm_srli_si128(a, 4 * (n))
#define SHIFT_TO_LAST(a, n) _mm_slli_si128(a, 4 * (n))
#define WINDOW(a, b, n) OR(SHIFT_TO_FIRST(a, n), SHIFT_TO_LAST(b, 4 - (n)))

#include "lanes4.h"
#include "steps.h"
