/* SPDX-License-Identifier: MIT */
/*
 * AVX2, VAES and GFNI, whose polynomial is the one of AES, for processors without AVX-512.
 *
 * Limit: a round has 16 operations of AES, 8 counters, 4 exchanges of lanes and 2 x 16 of
 * BIG.MixColumns: 60, 15 cycles at four a cycle. Its chain on Zen 5 is AES 8, exchange 3, sum 2,
 * product 3, sums 4: 20 cycles, 0.83 per byte of echo256, and 1.6 of echo512. The two units that
 * AES, exchanges and products share are taken for 13 cycles of it. Measured on Zen 5: 1.18 and 2.13
 * in builds for AVX2, 71 %; 1.06 and 1.94 in builds for AVX-512.
 *
 * Rejected: this with ternary logic, for AVX-512VL: 1.00 of the builds of this for AVX-512, where
 * compilers join exclusive ors, and 0.95 to 1.12 in 32-bit code, where avx512-vaes takes 0.65.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,vaes,gfni")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m256i vector;

#define load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define lanes(p, q) _mm256_inserti128_si256(_mm256_castsi128_si256(load(p)), load(q), 1)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)

#define OFFSET _mm256_setzero_si256()

INLINE vector twice(vector x) { return _mm256_gf2p8mul_epi8(x, _mm256_set1_epi8(2)); }
