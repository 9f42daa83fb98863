/* SPDX-License-Identifier: MIT */

/*
 * Vectors of 4, 8 and 16 words for rows.h and columns.h, with AVX-512VL.
 *
 * Technique: where the latency counts, in rows, late words are shifted both ways and joined with an
 * early rotation by one vpternlogd: two dependent operations for xor and rotation, where vprord
 * alone has a latency of two on Zen 4. Where there is enough to do beside, in columns, it is xor
 * and vprord, two operations instead of four.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define WIDEST 16

#include "loads.h"

typedef uint32_t lanes_16 __attribute__((vector_size(64)));

/* hidden keeps the compiler from joining two shifts to a rotation, or adding in another order. */
#define ROTATIONS(words, V, I, MM, n)                                                              \
    INLINE V rotate_##n##_##words(V x) { return (V)MM##_ror_epi32((I)x, n); }                      \
    INLINE V xor_rotate_##n##_##words(V early, V late) {                                           \
        return (V)MM##_ternarylogic_epi32(MM##_ror_epi32((I)early, n),                             \
                                          (I)hidden_##words(late >> n), (I)(late << (32 - n)),     \
                                          0x96);                                                   \
    }

#define OPERATIONS(words, V, I, MM)                                                                \
    INLINE V hidden_##words(V x) {                                                                 \
        __asm__("" : "+v"(x));                                                                     \
        return x;                                                                                  \
    }                                                                                              \
    ROTATIONS(words, V, I, MM, 16)                                                                 \
    ROTATIONS(words, V, I, MM, 12)                                                                 \
    ROTATIONS(words, V, I, MM, 8)                                                                  \
    ROTATIONS(words, V, I, MM, 7)

OPERATIONS(4, lanes_4, __m128i, _mm)
OPERATIONS(8, lanes_8, __m256i, _mm256)
OPERATIONS(16, lanes_16, __m512i, _mm512)

INLINE lanes_16 load_quarters_16(const unsigned char *const in[4], int q) {
    __m512i low = _mm512_castsi256_si512((__m256i)load_quarters_8(in, q));
    return (lanes_16)_mm512_inserti64x4(low, (__m256i)load_quarters_8(in + 2, q), 1);
}
