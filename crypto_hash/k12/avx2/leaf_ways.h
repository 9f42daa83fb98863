/* SPDX-License-Identifier: MIT */

/* What chunks.h needs for four states in registers of 256 bits. */

#include "kangaroo.h"

enum { WAYS = 4 };

INLINE V load_256(const unsigned char *p) {
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

/* Transposes pairs of words, then pairs of halves. */
INLINE void load_4_lanes(V M[4], const unsigned char *const chunk[WAYS], unsigned offset) {
    const V m0 = load_256(chunk[0] + offset), m1 = load_256(chunk[1] + offset),
            m2 = load_256(chunk[2] + offset), m3 = load_256(chunk[3] + offset);
    const V even01 = _mm256_unpacklo_epi64(m0, m1), even23 = _mm256_unpacklo_epi64(m2, m3),
            odd01 = _mm256_unpackhi_epi64(m0, m1), odd23 = _mm256_unpackhi_epi64(m2, m3);

    M[0] = _mm256_permute2x128_si256(even01, even23, 0x20);
    M[1] = _mm256_permute2x128_si256(odd01, odd23, 0x20);
    M[2] = _mm256_permute2x128_si256(even01, even23, 0x31);
    M[3] = _mm256_permute2x128_si256(odd01, odd23, 0x31);
}

INLINE __m128i load_pair(const unsigned char *p, const unsigned char *q) {
    return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p),
                              _mm_loadl_epi64((const __m128i *)(const void *)q));
}

INLINE V load_lane(const unsigned char *const chunk[WAYS], unsigned offset) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(load_pair(chunk[0] + offset, chunk[1] + offset)),
        load_pair(chunk[2] + offset, chunk[3] + offset), 1);
}

#define store_ways(out, a, i) store_4_ways(out, a)

INLINE void store_4_ways(unsigned char *out, V a) {
    const __m128i low = _mm256_castsi256_si128(a), high = _mm256_extracti128_si256(a, 1);

    _mm_storel_epi64((__m128i *)(void *)out, low);
    _mm_storel_epi64((__m128i *)(void *)(out + CHAINING_BYTES), _mm_unpackhi_epi64(low, low));
    _mm_storel_epi64((__m128i *)(void *)(out + 2 * CHAINING_BYTES), high);
    _mm_storel_epi64((__m128i *)(void *)(out + 3 * CHAINING_BYTES), _mm_unpackhi_epi64(high, high));
}

#define store_first_way(out, a, i)                                                                 \
    _mm_storel_epi64((__m128i *)(void *)(out), _mm256_castsi256_si128(a))
