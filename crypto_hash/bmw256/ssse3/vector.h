/* SPDX-License-Identifier: MIT */
/* Vectors of four words of 32 bits, with SSSE3. */
#include <tmmintrin.h>

#define TARGET __attribute__((target("ssse3")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m128i vec;

#define LOAD(p) _mm_loadu_si128((const vec *)(const void *)(p))
#define STORE(p, x) _mm_storeu_si128((vec *)(void *)(p), x)
#define ZERO _mm_setzero_si128()
#define ADD(a, b) _mm_add_epi32(a, b)
#define SUBTRACT(a, b) _mm_sub_epi32(a, b)
#define XOR(a, b) _mm_xor_si128(a, b)
#define SHIFT_LEFT(x, n) _mm_slli_epi32(x, n)
#define SHIFT_RIGHT(x, n) _mm_srli_epi32(x, n)
#define hold(x) __asm__("" : "+x"(x))

/* Four words from a[n] on, where b follows a; 0 < n < 4. */
#define WINDOW(a, b, n) _mm_alignr_epi8(b, a, 4 * (n))
#define FIRST_TWO(x) _mm_move_epi64(x)

#define SHUFFLE(a, b, i, j, k, l)                                                                  \
    _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b),                      \
                                    (i) | (j) << 2 | (k) << 4 | (l) << 6))
/* a[0], b[1], c[2], d[3] */
#define DIAGONAL(a, b, c, d) SHUFFLE(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(c, d), 0, 3, 0, 3)
/* a[1], a[2], b[1], b[2] */
#define MIDDLES(a, b) SHUFFLE(a, b, 1, 2, 1, 2)

INLINE void transpose(vec to[4], const vec x[4]) {
    const vec a = _mm_unpacklo_epi32(x[0], x[1]), b = _mm_unpacklo_epi32(x[2], x[3]);
    const vec c = _mm_unpackhi_epi32(x[0], x[1]), d = _mm_unpackhi_epi32(x[2], x[3]);

    to[0] = _mm_unpacklo_epi64(a, b);
    to[1] = _mm_unpackhi_epi64(a, b);
    to[2] = _mm_unpacklo_epi64(c, d);
    to[3] = _mm_unpackhi_epi64(c, d);
}

/* The sums of a's and of b's words, and two zeros. */
INLINE vec sums(vec a, vec b) {
    const vec x = ADD(_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));

    return FIRST_TWO(ADD(x, _mm_unpackhi_epi64(x, x)));
}

/* The exclusive or of all words, four times. */
INLINE vec xor_of_all(vec x) {
    x = XOR(x, _mm_shuffle_epi32(x, 0x4e));
    return XOR(x, _mm_shuffle_epi32(x, 0xb1));
}

/* Word i to the left by n + i: a product's high half is what a shift of the low one loses. */
INLINE vec rotate_by_number(vec x, int n) {
    const vec even = _mm_mul_epu32(x, _mm_set_epi32(0, 4 << n, 0, 1 << n));
    const vec odd = _mm_mul_epu32(_mm_srli_epi64(x, 32), _mm_set_epi32(0, 8 << n, 0, 2 << n));
    const vec both = XOR(SHUFFLE(even, odd, 0, 2, 0, 2), SHUFFLE(even, odd, 1, 3, 1, 3));

    return _mm_shuffle_epi32(both, 0xd8);
}
