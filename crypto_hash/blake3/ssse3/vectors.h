/* SPDX-License-Identifier: MIT */

/*
 * Vectors of 4 words for rows.h and columns.h, with SSSE3: rotations by whole bytes are
 * shuffles, the others two shifts.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("ssse3")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef uint32_t lanes_4 __attribute__((vector_size(16)));

#define BYTES_16 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
#define BYTES_8 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12

INLINE lanes_4 rotate_16_4(lanes_4 x) {
    return (lanes_4)_mm_shuffle_epi8((__m128i)x, _mm_setr_epi8(BYTES_16));
}

INLINE lanes_4 rotate_8_4(lanes_4 x) {
    return (lanes_4)_mm_shuffle_epi8((__m128i)x, _mm_setr_epi8(BYTES_8));
}

/* hidden keeps the compiler from adding in another order. */
#define OPERATIONS(words, V)                                                                       \
    INLINE V hidden_##words(V x) {                                                                 \
        __asm__("" : "+x"(x));                                                                     \
        return x;                                                                                  \
    }                                                                                              \
    INLINE V rotate_12_##words(V x) { return x >> 12 | x << 20; }                                  \
    INLINE V rotate_7_##words(V x) { return x >> 7 | x << 25; }                                    \
    INLINE V xor_rotate_16_##words(V x, V y) { return rotate_16_##words(x ^ y); }                  \
    INLINE V xor_rotate_12_##words(V x, V y) { return rotate_12_##words(x ^ y); }                  \
    INLINE V xor_rotate_8_##words(V x, V y) { return rotate_8_##words(x ^ y); }                    \
    INLINE V xor_rotate_7_##words(V x, V y) { return rotate_7_##words(x ^ y); }

OPERATIONS(4, lanes_4)

INLINE __m128i load_quarter(const unsigned char *in, int q) {
    return _mm_loadu_si128((const __m128i *)(in + 16 * q));
}

/* The words 4q to 4q + 3 of each block. */
INLINE lanes_4 load_quarters_4(const unsigned char *const in[1], int q) {
    return (lanes_4)load_quarter(in[0], q);
}

/* Four words, once for each input. */
INLINE lanes_4 repeated_4(lanes_4 words) { return words; }
