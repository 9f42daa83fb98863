/* SPDX-License-Identifier: MIT */
/* Vectors of four 32-bit words with SSE2. */
#include <emmintrin.h>

#define TARGET __attribute__((target("sse2")))

typedef __m128i vector;

#define ADD(a, b) _mm_add_epi32(a, b)
#define XOR(a, b) _mm_xor_si128(a, b)
#define ROTATE(a, n) _mm_or_si128(_mm_slli_epi32(a, n), _mm_srli_epi32(a, 32 - (n)))
#define SWAP_PAIRS(a) _mm_shuffle_epi32(a, 0x4e)
#define SWAP_WORDS(a) _mm_shuffle_epi32(a, 0xb1)

#define load(from) _mm_loadu_si128((const __m128i *)(const void *)(from))
#define store(to, a) _mm_storeu_si128((__m128i *)(void *)(to), a)
