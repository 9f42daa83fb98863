/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 64-bit words with SSSE3, two vectors each.
 *
 * Technique: rotations by whole bytes are shuffles. Turning a row by two lanes is a renaming, and
 * by one a pair of palignr.
 *
 * Limit: a round of BLAKE2b is 80 operations on 128 bits, that of BLAKE-512 96, of which three
 * units do no more than three a cycle: 2.5 and 4 cycles/byte. Zen 4 needs 3.9 and 5.1, and 3.5 and
 * 4.4 with compilers that may use AVX-512. It is for the 32-bit ABI above all, where each operation
 * on 64-bit words in general registers is at least two: there it needs 5.2 and 6.9, and opt64 12.2
 * and 20.1.
 *
 * Rejected: rotations of shifts alone, for SSE2. They take 28 operations more a round: BLAKE-512
 * takes 1.01 to 1.07 times as long.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("ssse3")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef struct {
    __m128i low, high;
} vec;

#define VEC(i, j, k, l)                                                                            \
    ((vec){_mm_set_epi64x((long long)(j), (long long)(i)),                                         \
           _mm_set_epi64x((long long)(l), (long long)(k))})

INLINE vec held(vec x) { return x; }

INLINE vec add(vec x, vec y) {
    return (vec){_mm_add_epi64(x.low, y.low), _mm_add_epi64(x.high, y.high)};
}

INLINE vec xor2(vec x, vec y) {
    return (vec){_mm_xor_si128(x.low, y.low), _mm_xor_si128(x.high, y.high)};
}

INLINE __m128i rotate_half(__m128i x, int n) {
    const __m128i by_16 = _mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9);
    const __m128i by_24 = _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);

    return n == 32   ? _mm_shuffle_epi32(x, 0xb1)
           : n == 24 ? _mm_shuffle_epi8(x, by_24)
           : n == 16 ? _mm_shuffle_epi8(x, by_16)
           : n == 63 ? _mm_xor_si128(_mm_srli_epi64(x, 63), _mm_add_epi64(x, x))
                     : _mm_xor_si128(_mm_srli_epi64(x, n), _mm_slli_epi64(x, 64 - n));
}

INLINE vec xor_rotate(vec x, vec y, int n) {
    vec z = xor2(x, y);
    return (vec){rotate_half(z.low, n), rotate_half(z.high, n)};
}

INLINE vec turn_1(vec x) {
    return (vec){_mm_alignr_epi8(x.high, x.low, 8), _mm_alignr_epi8(x.low, x.high, 8)};
}

INLINE vec turn_2(vec x) { return (vec){x.high, x.low}; }

#define XOR_ROTATE(early, late, n) xor_rotate((early), (late), (n))
#define TURN_1(x) turn_1(x)
#define TURN_2(x) turn_2(x)
#define TURN_3(x) turn_1(turn_2(x))

INLINE vec load(const unsigned char *from) {
    return (vec){_mm_loadu_si128((const __m128i *)from),
                 _mm_loadu_si128((const __m128i *)(from + 16))};
}

INLINE void store(unsigned char *to, vec x) {
    _mm_storeu_si128((__m128i *)to, x.low);
    _mm_storeu_si128((__m128i *)(to + 16), x.high);
}

INLINE vec swapped(vec x) {
    const __m128i bytes = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    return (vec){_mm_shuffle_epi8(x.low, bytes), _mm_shuffle_epi8(x.high, bytes)};
}

#include "message.h"

INLINE __m128i pair(const message *m, int i, int j) {
    __m128d low = _mm_castsi128_pd(_mm_loadl_epi64((const __m128i *)(m->at + 8 * i)));
    return _mm_castpd_si128(_mm_loadh_pd(low, (const double *)(m->at + 8 * j)));
}

INLINE vec pick(const message *m, int i0, int i1, int i2, int i3) {
    return (vec){pair(m, i0, i1), pair(m, i2, i3)};
}
