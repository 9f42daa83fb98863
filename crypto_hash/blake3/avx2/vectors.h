/* SPDX-License-Identifier: MIT */

/*
 * Vectors of 4 and 8 words for rows.h and columns.h, with AVX2: rotations by whole bytes are
 * shuffles, the others two shifts.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef uint32_t lanes_4 __attribute__((vector_size(16)));
typedef uint32_t lanes_8 __attribute__((vector_size(32)));

#define BYTES_16 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
#define BYTES_8 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12

INLINE lanes_4 rotate_16_4(lanes_4 x) {
    return (lanes_4)_mm_shuffle_epi8((__m128i)x, _mm_setr_epi8(BYTES_16));
}

INLINE lanes_4 rotate_8_4(lanes_4 x) {
    return (lanes_4)_mm_shuffle_epi8((__m128i)x, _mm_setr_epi8(BYTES_8));
}

INLINE lanes_8 rotate_16_8(lanes_8 x) {
    return (lanes_8)_mm256_shuffle_epi8((__m256i)x, _mm256_setr_epi8(BYTES_16, BYTES_16));
}

INLINE lanes_8 rotate_8_8(lanes_8 x) {
    return (lanes_8)_mm256_shuffle_epi8((__m256i)x, _mm256_setr_epi8(BYTES_8, BYTES_8));
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
OPERATIONS(8, lanes_8)

INLINE __m128i load_quarter(const unsigned char *in, int q) {
    return _mm_loadu_si128((const __m128i *)(in + 16 * q));
}

/* The words 4q to 4q + 3 of each block. */
INLINE lanes_4 load_quarters_4(const unsigned char *const in[1], int q) {
    return (lanes_4)load_quarter(in[0], q);
}

INLINE lanes_8 load_quarters_8(const unsigned char *const in[2], int q) {
    __m256i low = _mm256_castsi128_si256(load_quarter(in[0], q));
    return (lanes_8)_mm256_inserti128_si256(low, load_quarter(in[1], q), 1);
}

/* Four words, once for each input. */
INLINE lanes_4 repeated_4(lanes_4 words) { return words; }

INLINE lanes_8 repeated_8(lanes_4 words) {
    return (lanes_8)_mm256_broadcastsi128_si256((__m128i)words);
}
