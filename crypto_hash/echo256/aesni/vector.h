/* SPDX-License-Identifier: MIT */
/*
 * Words in vectors of 128 bits with SSSE3 and AES.
 *
 * Technique: a product by 2 is three operations, not four: a shuffle by the bytes themselves picks
 * 0x1b where their top bit is clear and 0 where it is set, which is the reduction off by 0x1b.
 *
 * Limit: operations. A round has 32 of AES, 16 counters and 4 x 22 of BIG.MixColumns: 136, 34
 * cycles at four a cycle, 1.37 per byte of echo256 with the shorter last round, 2.6 of echo512.
 * Measured on Zen 5: 1.76 and 3.36 in builds for AVX, 78 % of it; 1.84 in builds for SSE, which
 * copy operands. In builds for AVX-512 compilers join exclusive ors to ternary logic: 1.51, 2.88.
 *
 * Rejected: AES just before the column that needs it, 1.07 to 1.12.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("ssse3,aes")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m128i vector;

#define load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define XOR(a, b) _mm_xor_si128(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define NUMBER(n) _mm_set_epi32(0, 0, (int)((uint64_t)(n) >> 32), (int)(n))
#define ADD_NUMBER(a, n) _mm_add_epi64(a, NUMBER(n))
#define aes_twice(word, key, salt) _mm_aesenc_si128(_mm_aesenc_si128(word, key), salt)

#define NONE _mm_setzero_si128()
#define OFFSET _mm_set1_epi8(0x1b)

/* All bytes times 2 in GF(256) modulo X^8 + X^4 + X^3 + X + 1, plus OFFSET. */
INLINE vector twice(vector x) { return XOR(_mm_add_epi8(x, x), _mm_shuffle_epi8(OFFSET, x)); }
