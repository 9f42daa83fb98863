/* SPDX-License-Identifier: MIT */

/* What AVX2 has for vectors of two lanes of 128 bits. */
#include <immintrin.h>

typedef __m256i vector;

#define load_lane(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store_lane(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define load(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define each_lane(p) _mm256_broadcastsi128_si256(load_lane(p))
#define lanes(first, second) _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1)
#define first_lane(a) _mm256_castsi256_si128(a)
#define second_lane(a) _mm256_extracti128_si256(a, 1)
#define xor2(a, b) _mm256_xor_si256(a, b)
#define xor3(a, b, c) xor2(xor2(a, b), c)
#define shuffled(a, order) _mm256_shuffle_epi8(a, order)
#define low_16(a, b) _mm256_unpacklo_epi16(a, b)
#define high_16(a, b) _mm256_unpackhi_epi16(a, b)
#define low_32(a, b) _mm256_unpacklo_epi32(a, b)
#define high_32(a, b) _mm256_unpackhi_epi32(a, b)
#define low_64(a, b) _mm256_unpacklo_epi64(a, b)
#define high_64(a, b) _mm256_unpackhi_epi64(a, b)
#define words(a, b, c, d)                                                                          \
    _mm256_set_epi64x((long long)(d), (long long)(c), (long long)(b), (long long)(a))
