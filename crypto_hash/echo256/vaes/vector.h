/* SPDX-License-Identifier: MIT */
/*
 * AVX2 and VAES, for processors without GFNI.
 *
 * Technique: a product by 2 is three operations, not four: a shuffle by the bytes themselves picks
 * 0x1b where their top bit is clear and 0 where it is set, which is the reduction off by 0x1b.
 *
 * Limit: a round has 16 operations of AES, 8 counters, 4 exchanges of lanes and 2 x 22 of
 * BIG.MixColumns: 72, 18 cycles at four a cycle. The chain of a round on Zen 5 is AES 8, exchange
 * 3, sum 2, product 4, sums 4: 21 cycles, 0.88 per byte of echo256, and 1.6 of echo512. Two units
 * share AES, exchanges and shuffles, and take 13 cycles for them, in which the chain waits.
 * Measured on Zen 5: 1.32 and 2.41 in builds for AVX2, 67 %, and 1.20 and 2.22 in builds for
 * AVX-512, where compilers join exclusive ors to ternary logic. avx2-aesni takes 1.27 times as
 * long.
 *
 * Rejected: all columns mixed before BIG.SubWords of the next round, 1.0 with GCC -O3 and 1.03 with
 * Clang.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,vaes")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m256i vector;

#define load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define lanes(p, q) _mm256_inserti128_si256(_mm256_castsi128_si256(load(p)), load(q), 1)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)

#define OFFSET _mm256_set1_epi8(0x1b)

/* All bytes times 2 in GF(256) modulo X^8 + X^4 + X^3 + X + 1, plus 0x1b: the shuffle picks 0x1b
 * where the top bit is clear, and 0 where it is set. */
INLINE vector twice(vector x) { return XOR(_mm256_add_epi8(x, x), _mm256_shuffle_epi8(OFFSET, x)); }
