/* SPDX-License-Identifier: MIT */
/*
 * Rows in vectors of 128 bits with SSSE3; the last round of AES is SubBytes.
 *
 * Limit: the operations: for a row, shuffle and S-box 2, sums 6, two products by 2 of 4 each, 16;
 * for 8 rows 128 a round, 32 cycles at four a cycle.
 *
 * Wider vectors for all but the S-box are another implementation, avx2-aesni.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("ssse3,aes")))

typedef __m128i vector;

#define load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define each_lane(p) load(p)
#define xor2(a, b) _mm_xor_si128(a, b)
#define xor3(a, b, c) xor2(xor2(a, b), c)
#define shuffled(a, order) _mm_shuffle_epi8(a, order)
#define aes_shift_sub_add(a, added) _mm_aesenclast_si128(a, added)
#define low_16(a, b) _mm_unpacklo_epi16(a, b)
#define high_16(a, b) _mm_unpackhi_epi16(a, b)
#define low_32(a, b) _mm_unpacklo_epi32(a, b)
#define high_32(a, b) _mm_unpackhi_epi32(a, b)
#define low_64(a, b) _mm_unpacklo_epi64(a, b)
#define high_64(a, b) _mm_unpackhi_epi64(a, b)
#define words(first, second) _mm_set_epi64x((long long)(second), (long long)(first))

/* All bytes of a times 02 in GF(256) modulo X^8 + X^4 + X^3 + X + 1, and b added. */
TARGET static inline vector twice_and(vector a, vector b) {
    vector negative = _mm_cmpgt_epi8(_mm_setzero_si128(), a);
    return xor3(_mm_add_epi8(a, a), _mm_and_si128(negative, _mm_set1_epi8(0x1b)), b);
}
