/* SPDX-License-Identifier: MIT */
/*
 * AVX2, with AES of single words, for processors without VAES.
 *
 * Technique: a product by 2 is three operations, not four: a shuffle by the bytes themselves picks
 * 0x1b where their top bit is clear and 0 where it is set, which is the reduction off by 0x1b.
 *
 * Limit: a round has 32 operations of AES, 16 counters, 16 exchanges between words and vectors, and
 * 2 x 22 of BIG.MixColumns: 108, 27 cycles at four a cycle, 1.1 per byte of echo256, where aesni
 * has 136. The chain of a round on Zen 5 is AES 8, exchanges 6, product 6, sums 4: 24 cycles, and
 * the second half of the words enters it late: 40 cycles measured, 1.68 per byte of echo256 and
 * 3.18 of echo512, 0.95 of aesni in builds for AVX2; in 32-bit code 0.99 to 1.04. A model of
 * Skylake (llvm-mca) has 53 cycles for this one and 64 for aesni, one of Zen 2 58 and 72.
 *
 * Rejected: words exchanged through memory, where they come apart and counters cost half, 1.25.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,aes")))
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
