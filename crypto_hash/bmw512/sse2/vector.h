/* SPDX-License-Identifier: MIT */
/* Vectors of four words of 64 bits, with SSE2: two registers each. */
#include <emmintrin.h>

#define TARGET __attribute__((target("sse2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef struct {
    __m128i low, high;
} vec;

/* f of both halves */
#define BOTH(f, a, b)                                                                              \
    (vec) { f((a).low, (b).low), f((a).high, (b).high) }

INLINE vec LOAD(const void *p) {
    return (vec){_mm_loadu_si128((const __m128i *)p), _mm_loadu_si128((const __m128i *)p + 1)};
}
INLINE void STORE(void *p, vec x) {
    _mm_storeu_si128((__m128i *)p, x.low);
    _mm_storeu_si128((__m128i *)p + 1, x.high);
}
#define ZERO ((vec){_mm_setzero_si128(), _mm_setzero_si128()})
INLINE vec ADD(vec a, vec b) { return BOTH(_mm_add_epi64, a, b); }
INLINE vec SUBTRACT(vec a, vec b) { return BOTH(_mm_sub_epi64, a, b); }
INLINE vec XOR(vec a, vec b) { return BOTH(_mm_xor_si128, a, b); }
INLINE vec SHIFT_LEFT(vec x, int n) {
    return (vec){_mm_slli_epi64(x.low, n), _mm_slli_epi64(x.high, n)};
}
INLINE vec SHIFT_RIGHT(vec x, int n) {
    return (vec){_mm_srli_epi64(x.low, n), _mm_srli_epi64(x.high, n)};
}
#define hold(x) __asm__("" : "+x"((x).low), "+x"((x).high))

#define SHUFFLE(a, b, control)                                                                     \
    _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(a), _mm_castsi128_pd(b), control))
/* The second word of a, and the first one of b. */
#define ADJACENT(a, b) SHUFFLE(a, b, 1)
/* The first word of a, and the second one of b. */
#define OUTER(a, b) SHUFFLE(a, b, 2)

/* Four words from a[n] on, where b follows a; 0 < n < 4. */
INLINE vec WINDOW(vec a, vec b, int n) {
    return n == 1   ? (vec){ADJACENT(a.low, a.high), ADJACENT(a.high, b.low)}
           : n == 2 ? (vec){a.high, b.low}
                    : (vec){ADJACENT(a.high, b.low), ADJACENT(b.low, b.high)};
}
INLINE vec FIRST_TWO(vec x) { return (vec){x.low, _mm_setzero_si128()}; }

/* a[0], b[1], c[2], d[3] */
INLINE vec DIAGONAL(vec a, vec b, vec c, vec d) {
    return (vec){OUTER(a.low, b.low), OUTER(c.high, d.high)};
}
/* a[1], a[2], b[1], b[2] */
INLINE vec MIDDLES(vec a, vec b) { return (vec){ADJACENT(a.low, a.high), ADJACENT(b.low, b.high)}; }

INLINE void transpose(vec to[4], const vec x[4]) {
    to[0] = (vec){_mm_unpacklo_epi64(x[0].low, x[1].low), _mm_unpacklo_epi64(x[2].low, x[3].low)};
    to[1] = (vec){_mm_unpackhi_epi64(x[0].low, x[1].low), _mm_unpackhi_epi64(x[2].low, x[3].low)};
    to[2] =
        (vec){_mm_unpacklo_epi64(x[0].high, x[1].high), _mm_unpacklo_epi64(x[2].high, x[3].high)};
    to[3] =
        (vec){_mm_unpackhi_epi64(x[0].high, x[1].high), _mm_unpackhi_epi64(x[2].high, x[3].high)};
}

/* The sums of a's and of b's words, and two zeros. */
INLINE vec sums(vec a, vec b) {
    const __m128i x = _mm_add_epi64(a.low, a.high), y = _mm_add_epi64(b.low, b.high);

    return (vec){_mm_add_epi64(_mm_unpacklo_epi64(x, y), _mm_unpackhi_epi64(x, y)),
                 _mm_setzero_si128()};
}

/* The exclusive or of all words, four times. */
INLINE vec xor_of_all(vec x) {
    const __m128i y = _mm_xor_si128(x.low, x.high);
    const __m128i z = _mm_xor_si128(y, _mm_shuffle_epi32(y, 0x4e));

    return (vec){z, z};
}

#define ROTATED(x, n) _mm_or_si128(_mm_slli_epi64(x, n), _mm_srli_epi64(x, 64 - (n)))

/* Word i to the left by n + i. */
INLINE vec rotate_by_number(vec x, int n) {
    return (vec){OUTER(ROTATED(x.low, n), ROTATED(x.low, n + 1)),
                 OUTER(ROTATED(x.high, n + 2), ROTATED(x.high, n + 3))};
}
