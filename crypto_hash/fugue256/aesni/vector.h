/* SPDX-License-Identifier: MIT */
/* Four columns in a vector of 128 bits with SSSE3, in the order of their slots. */
#include <immintrin.h>

typedef __m128i vector;

#define zero() _mm_setzero_si128()
#define xor2(a, b) _mm_xor_si128(a, b)
#define and2(a, b) _mm_and_si128(a, b)
#define twice(a) _mm_add_epi8(a, a)
#define negative(a) _mm_cmpgt_epi8(zero(), a)
#define slots(s0, s1, s2, s3) _mm_set_epi32(s3, s2, s1, s0)
#define bytes_16(b) _mm_set1_epi8(b)
#define shuffled(a, order) _mm_shuffle_epi8(a, order)
#define all_of(a, slot) _mm_shuffle_epi32(a, (slot)*0x55)
#define columns_3_0_1_2(a) _mm_shuffle_epi32(a, _MM_SHUFFLE(2, 1, 0, 3))
#define columns_1_2_3_0(a) _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 3, 2, 1))
#define load_columns(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store_columns(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)

TARGET static inline vector column_in_slot_0(const unsigned char *p) {
    int column;
    memcpy(&column, p, sizeof column);
    return _mm_cvtsi32_si128(column);
}

TARGET static inline void store_column_0(unsigned char *p, vector a) {
    int column = _mm_cvtsi128_si32(a);
    memcpy(p, &column, sizeof column);
}

/* (-, r_3 of a, r_1 of b, r_2 of b) */
#define r3_r1_r2(a, b)                                                                             \
    _mm_castps_si128(                                                                              \
        _mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), _MM_SHUFFLE(2, 1, 3, 3)))

#include "slots.h"
