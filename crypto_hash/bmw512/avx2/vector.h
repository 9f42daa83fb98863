/* SPDX-License-Identifier: MIT */
/*
 * Vectors of eight words of 64 bits, and the distances of BMW-512, for AVX2: two registers each. A
 * rotation is two shifts, and a window is cut out of two registers and the one in their middle.
 *
 * Limit: shifts and moves between lanes, two a cycle. Zen 4 takes 228 cycles a block, 1.8 per byte,
 * where AVX-512 is not used; opt64 takes 2.3. Zen 5 takes 209 cycles, 1.6 per byte; opt64
 * takes 1.9.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

/* The words of f1 one by one, each in all lanes, are short. */
typedef __m256i short_vec;
typedef struct {
    short_vec low, high;
} vec;

enum { VECTOR_BYTES = 64, LANES = 4 };

/* The two rotations of s_0 to s_3, and r_1 to r_7. */
enum { S0_1 = 4, S1_1 = 13, S2_1 = 19, S3_1 = 28, S0_2 = 37, S1_2 = 43, S2_2 = 53, S3_2 = 59 };
enum { R1 = 5, R2 = 11, R3 = 27, R4 = 32, R5 = 37, R6 = 43, R7 = 53 };

#define SHORT_LOAD(p) _mm256_loadu_si256((const short_vec *)(const void *)(p))
#define SHORT_ADD(a, b) _mm256_add_epi64(a, b)
#define SHORT_XOR(a, b) _mm256_xor_si256(a, b)
#define SHORT_XOR3(a, b, c) SHORT_XOR(SHORT_XOR(a, b), c)
#define SHORT_SHIFT_LEFT(x, n) _mm256_slli_epi64(x, n)
#define SHORT_SHIFT_RIGHT(x, n) _mm256_srli_epi64(x, n)
#define SHORT_ROTATE(x, n) _mm256_or_si256(SHORT_SHIFT_LEFT(x, n), SHORT_SHIFT_RIGHT(x, 64 - (n)))
#define BROADCAST(x, lane) _mm256_permute4x64_epi64(x, 0x55 * (lane))
#define EVEN_LANES(x) _mm256_unpacklo_epi64(x, x)
#define ODD_LANES(x) _mm256_unpackhi_epi64(x, x)
#define WITH_LANE(x, y, lane) _mm256_blend_epi32(x, y, 3 << 2 * (lane))

INLINE short_vec SHORT_ROTATE_BY(short_vec x, short_vec n) {
    const short_vec right = _mm256_sub_epi64(_mm256_set1_epi64x(64), n);

    return _mm256_or_si256(_mm256_sllv_epi64(x, n), _mm256_srlv_epi64(x, right));
}

/* f of both halves */
#define BOTH(f, a, b)                                                                              \
    (vec) { f((a).low, (b).low), f((a).high, (b).high) }

INLINE vec LOAD(const void *p) { return (vec){SHORT_LOAD(p), SHORT_LOAD((const char *)p + 32)}; }

INLINE void STORE(void *p, vec x) {
    _mm256_storeu_si256((short_vec *)p, x.low);
    _mm256_storeu_si256((short_vec *)p + 1, x.high);
}

INLINE vec ADD(vec a, vec b) { return BOTH(_mm256_add_epi64, a, b); }
INLINE vec SUBTRACT(vec a, vec b) { return BOTH(_mm256_sub_epi64, a, b); }
INLINE vec XOR(vec a, vec b) { return BOTH(_mm256_xor_si256, a, b); }
INLINE vec XOR3(vec a, vec b, vec c) { return XOR(XOR(a, b), c); }
INLINE vec SHIFT_LEFT_BY(vec x, vec n) { return BOTH(_mm256_sllv_epi64, x, n); }
INLINE vec SHIFT_RIGHT_BY(vec x, vec n) { return BOTH(_mm256_srlv_epi64, x, n); }
INLINE vec ROTATE_BY(vec x, vec n) { return BOTH(SHORT_ROTATE_BY, x, n); }
INLINE vec ROTATE(vec x, int n) { return (vec){SHORT_ROTATE(x.low, n), SHORT_ROTATE(x.high, n)}; }

#define CONSTANTS LOAD
#define ZERO                                                                                       \
    (vec) { _mm256_setzero_si256(), _mm256_setzero_si256() }
#define EXCHANGE_HALVES(x)                                                                         \
    (vec) { (x).high, (x).low }
/* lane < 4 */
#define ONLY_LANE(x, lane)                                                                         \
    (vec) { WITH_LANE(_mm256_setzero_si256(), (x).low, lane), _mm256_setzero_si256() }

/* Four words from a[n] on, where b follows a; n < 4. */
#define SHORT_WINDOW(a, b, n)                                                                      \
    ((n) == 0   ? a                                                                                \
     : (n) == 1 ? _mm256_permute4x64_epi64(_mm256_blend_epi32(a, b, 0x03), 0x39)                   \
     : (n) == 2 ? _mm256_permute2x128_si256(a, b, 0x21)                                            \
                : _mm256_permute4x64_epi64(_mm256_blend_epi32(a, b, 0x3f), 0x93))

/* Eight words from a[n] on, where b follows a; n < 8. */
INLINE vec WINDOW(vec a, vec b, int n) {
    if (n < 4)
        return (vec){SHORT_WINDOW(a.low, a.high, n), SHORT_WINDOW(a.high, b.low, n)};
    return (vec){SHORT_WINDOW(a.high, b.low, n - 4), SHORT_WINDOW(b.low, b.high, n - 4)};
}

#define LENGTHENED(x)                                                                              \
    (vec) { x, x }
#define SPLIT(parts, x)                                                                            \
    ((parts)[0] = (x)[0].low, (parts)[1] = (x)[0].high, (parts)[2] = (x)[1].low,                   \
     (parts)[3] = (x)[1].high)
#define JOIN(x, parts)                                                                             \
    ((x)[0] = (vec){(parts)[0], (parts)[1]}, (x)[1] = (vec){(parts)[2], (parts)[3]})

/* The sum of a's lanes in the even ones, that of b's in the odd ones. */
INLINE short_vec sum_in_turns(vec a, vec b) {
    const short_vec x = SHORT_ADD(a.low, a.high), y = SHORT_ADD(b.low, b.high);
    const short_vec two = SHORT_ADD(_mm256_unpacklo_epi64(x, y), _mm256_unpackhi_epi64(x, y));

    return SHORT_ADD(two, _mm256_permute2x128_si256(two, two, 1));
}
