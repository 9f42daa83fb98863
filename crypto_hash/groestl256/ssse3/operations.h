/* SPDX-License-Identifier: MIT */

/* What SSSE3 has for vectors of 128 bits. */
#include <immintrin.h>

typedef __m128i vector;

#define load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define high_nibbles(a) _mm_and_si128(_mm_srli_epi16(a, 4), _mm_set1_epi8(15))
#define low_nibbles(a) _mm_and_si128(a, _mm_set1_epi8(15))
#define each_lane(p) load(p)
#define xor2(a, b) _mm_xor_si128(a, b)
#define xor3(a, b, c) xor2(xor2(a, b), c)
#define shuffled(a, order) _mm_shuffle_epi8(a, order)
#define low_16(a, b) _mm_unpacklo_epi16(a, b)
#define high_16(a, b) _mm_unpackhi_epi16(a, b)
#define low_32(a, b) _mm_unpacklo_epi32(a, b)
#define high_32(a, b) _mm_unpackhi_epi32(a, b)
#define low_64(a, b) _mm_unpacklo_epi64(a, b)
#define high_64(a, b) _mm_unpackhi_epi64(a, b)
#define words(first, second) _mm_set_epi64x((long long)(second), (long long)(first))
