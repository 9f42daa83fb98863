/* SPDX-License-Identifier: MIT */

/* Rotations where no instruction rotates: by whole bytes they are shuffles, the others two shifts.
 */

#define BYTES_16 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13
#define BYTES_8 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12

/* held keeps the compiler from adding in another order. */
#define ROTATIONS(words, V)                                                                        \
    INLINE V held_##words(V x) {                                                                   \
        __asm__("" : "+x"(x));                                                                     \
        return x;                                                                                  \
    }                                                                                              \
    INLINE V rotate_12_##words(V x) { return x >> 12 | x << 20; }                                  \
    INLINE V rotate_7_##words(V x) { return x >> 7 | x << 25; }                                    \
    INLINE V xor_rotate_16_##words(V x, V y) { return rotate_16_##words(x ^ y); }                  \
    INLINE V xor_rotate_12_##words(V x, V y) { return rotate_12_##words(x ^ y); }                  \
    INLINE V xor_rotate_8_##words(V x, V y) { return rotate_8_##words(x ^ y); }                    \
    INLINE V xor_rotate_7_##words(V x, V y) { return rotate_7_##words(x ^ y); }

INLINE lanes_4 rotate_16_4(lanes_4 x) {
    return (lanes_4)_mm_shuffle_epi8((__m128i)x, _mm_setr_epi8(BYTES_16));
}

INLINE lanes_4 rotate_8_4(lanes_4 x) {
    return (lanes_4)_mm_shuffle_epi8((__m128i)x, _mm_setr_epi8(BYTES_8));
}

ROTATIONS(4, lanes_4)
