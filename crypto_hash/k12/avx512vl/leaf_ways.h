/* SPDX-License-Identifier: MIT */

/* What chunks.h needs for eight states in registers of 512 bits. */

#include <string.h>

#include "kangaroo.h"

enum { WAYS = 8 };

/* 32 bytes of two chunks. These loads do a third of the transposition. */
INLINE V load_2_x_256(const unsigned char *p, const unsigned char *q) {
    return _mm512_inserti64x4(
        _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)p)),
        _mm256_loadu_si256((const __m256i *)(const void *)q), 1);
}

INLINE void load_4_lanes(V M[4], const unsigned char *const chunk[WAYS], unsigned offset) {
    const V m02 = load_2_x_256(chunk[0] + offset, chunk[2] + offset),
            m13 = load_2_x_256(chunk[1] + offset, chunk[3] + offset),
            m46 = load_2_x_256(chunk[4] + offset, chunk[6] + offset),
            m57 = load_2_x_256(chunk[5] + offset, chunk[7] + offset);
    const V even0123 = _mm512_unpacklo_epi64(m02, m13), even4567 = _mm512_unpacklo_epi64(m46, m57),
            odd0123 = _mm512_unpackhi_epi64(m02, m13), odd4567 = _mm512_unpackhi_epi64(m46, m57);

    M[0] = _mm512_shuffle_i64x2(even0123, even4567, 0x88);
    M[1] = _mm512_shuffle_i64x2(odd0123, odd4567, 0x88);
    M[2] = _mm512_shuffle_i64x2(even0123, even4567, 0xdd);
    M[3] = _mm512_shuffle_i64x2(odd0123, odd4567, 0xdd);
}

/* The last of the four lanes that end with it. */
INLINE V load_lane(const unsigned char *const chunk[WAYS], unsigned offset) {
    V M[4];

    load_4_lanes(M, chunk, offset - 24);
    return M[3];
}

#define store_ways(out, a, i) store_8_ways(out, a)

INLINE void store_8_ways(unsigned char *out, V a) {
    unsigned char ways[64];

    _mm512_storeu_si512(ways, a);
    for (int i = 0; i < WAYS; i++) {
        memcpy(out + CHAINING_BYTES * i, ways + 8 * i, 8);
    }
}

#define store_first_way(out, a, i)                                                                 \
    _mm_storel_epi64((__m128i *)(void *)(out), _mm512_castsi512_si128(a))
