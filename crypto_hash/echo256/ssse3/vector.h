/* SPDX-License-Identifier: MIT */
/* SSSE3. */
#include <immintrin.h>

#define TARGET __attribute__((target("ssse3")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m128i vector;

#define load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define all(byte) _mm_set1_epi8((char)(byte))
#define number(n) _mm_set_epi32(0, 0, (int)((uint64_t)(n) >> 32), (int)(n))
#define XOR(a, b) _mm_xor_si128(a, b)
#define shuffled(a, order) _mm_shuffle_epi8(a, order)

/* Both halves of all bytes as numbers below 16. */
#define low_halves(x) _mm_and_si128(x, all(15))
#define high_halves(x, low) _mm_srli_epi32(XOR(x, low), 4)
