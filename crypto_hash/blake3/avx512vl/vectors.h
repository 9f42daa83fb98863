/* SPDX-License-Identifier: MIT */

/* Vectors of 4, 8 and 16 words for rows.h and columns.h, with AVX-512VL. processor.h says how rows
 * are rotated; in columns, where there is enough to do beside, it is xor and vprord.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define WIDEST 16

#include "loads.h"

typedef uint32_t lanes_16 __attribute__((vector_size(64)));

/* held keeps the compiler from joining two shifts to a rotation, or adding in another order. */
#define OPERATIONS(words, V, I, MM)                                                                \
    INLINE V held_##words(V x) {                                                                   \
        __asm__("" : "+v"(x));                                                                     \
        return x;                                                                                  \
    }                                                                                              \
    ROTATIONS(words, V, I, MM, 16)                                                                 \
    ROTATIONS(words, V, I, MM, 12)                                                                 \
    ROTATIONS(words, V, I, MM, 8)                                                                  \
    ROTATIONS(words, V, I, MM, 7)

#define ROTATIONS(words, V, I, MM, n)                                                              \
    INLINE V rotate_##n##_##words(V x) { return (V)MM##_ror_epi32((I)x, n); }                      \
    XOR_ROTATE(words, V, I, MM, n)

#include "processor.h"

OPERATIONS(4, lanes_4, __m128i, _mm)
OPERATIONS(8, lanes_8, __m256i, _mm256)
OPERATIONS(16, lanes_16, __m512i, _mm512)

/* What gcc 12 makes of __builtin_shufflevector has a latency of three. */
#define PICK_4(x, y, which) (lanes_4) _mm_shuffle_ps((__m128)(x), (__m128)(y), which)
#define PICK_8(x, y, which) (lanes_8) _mm256_shuffle_ps((__m256)(x), (__m256)(y), which)
#define PICK_16(x, y, which) (lanes_16) _mm512_shuffle_ps((__m512)(x), (__m512)(y), which)
#define PICK_WITH(words, x, y, which) PICK_##words(x, y, which)
#define PICK_FROM(words, x, y, a, b, c, d) PICK_WITH(words, x, y, _MM_SHUFFLE(d, c, b, a))

/* 128 bits a and b of x and c and d of y. */
#define QUARTERS(x, y, a, b, c, d)                                                                 \
    (lanes_16) _mm512_shuffle_i32x4((__m512i)(x), (__m512i)(y), _MM_SHUFFLE(d, c, b, a))

INLINE lanes_16 repeated_16(lanes_4 words) {
    return (lanes_16)_mm512_broadcast_i32x4((__m128i)words);
}

INLINE lanes_16 load_block(const unsigned char *in) { return (lanes_16)_mm512_loadu_si512(in); }

/* The words of two blocks that `which` numbers from 0 to 31. */
INLINE lanes_16 words_of_two(lanes_16 block_0, __m512i which, lanes_16 block_1) {
    return (lanes_16)_mm512_permutex2var_epi32((__m512i)block_0, which, (__m512i)block_1);
}

/* The first words of rows.h, x, y, z and w, of four blocks. */
INLINE void load_words_16(lanes_16 m[4], const unsigned char *const in[4]) {
    const __m512i even =
        _mm512_setr_epi32(2, 4, 6, 0, 18, 20, 22, 16, 8, 10, 12, 14, 24, 26, 28, 30);
    const __m512i odd =
        _mm512_setr_epi32(3, 5, 7, 1, 19, 21, 23, 17, 9, 11, 13, 15, 25, 27, 29, 31);
    const lanes_16 b0 = load_block(in[0]), b1 = load_block(in[1]);
    const lanes_16 b2 = load_block(in[2]), b3 = load_block(in[3]);
    const lanes_16 xz_01 = words_of_two(b0, even, b1), yw_01 = words_of_two(b0, odd, b1);
    const lanes_16 xz_23 = words_of_two(b2, even, b3), yw_23 = words_of_two(b2, odd, b3);

    m[0] = QUARTERS(xz_01, xz_23, 0, 1, 0, 1);
    m[1] = QUARTERS(yw_01, yw_23, 0, 1, 0, 1);
    m[2] = QUARTERS(xz_01, xz_23, 2, 3, 2, 3);
    m[3] = QUARTERS(yw_01, yw_23, 2, 3, 2, 3);
}

INLINE void store_halves_16(value *to, const lanes_16 h[2]) {
    const __m512i first_two = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i last_two = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    const __m512i first = (__m512i)h[0], second = (__m512i)h[1];

    _mm512_storeu_si512(to[0], _mm512_permutex2var_epi64(first, first_two, second));
    _mm512_storeu_si512(to[2], _mm512_permutex2var_epi64(first, last_two, second));
}
