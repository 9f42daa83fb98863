/* SPDX-License-Identifier: MIT */

/* Vectors of 4, 8 and 16 words for rows.h and columns.h, with AVX-512VL. rotations.h says how rows
 * are rotated; in columns, where there is enough to do beside, it is xor and vprord.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define WIDEST 16

#include "loads.h"

typedef uint32_t lanes_16 __attribute__((vector_size(64)));

/* hidden keeps the compiler from joining two shifts to a rotation, or adding in another order. */
#define OPERATIONS(words, V, I, MM)                                                                \
    INLINE V hidden_##words(V x) {                                                                 \
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

#include "rotations.h"

OPERATIONS(4, lanes_4, __m128i, _mm)
OPERATIONS(8, lanes_8, __m256i, _mm256)
OPERATIONS(16, lanes_16, __m512i, _mm512)

INLINE lanes_16 repeated_16(lanes_4 words) {
    return (lanes_16)_mm512_broadcast_i32x4((__m128i)words);
}

INLINE lanes_16 load_quarters_16(const unsigned char *const in[4], int q) {
    __m512i low = _mm512_castsi256_si512((__m256i)load_quarters_8(in, q));
    return (lanes_16)_mm512_inserti64x4(low, (__m256i)load_quarters_8(in + 2, q), 1);
}
