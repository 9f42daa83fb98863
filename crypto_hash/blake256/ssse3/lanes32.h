/* SPDX-License-Identifier: MIT */

/* Four 32-bit words in one vector: what takes shuffles of 128 bits. */

#define TURN_1(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x39))
#define TURN_2(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x4e))
#define TURN_3(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x93))

INLINE vec shuffled_bytes(vec x, __m128i bytes) { return (vec)_mm_shuffle_epi8((__m128i)x, bytes); }

INLINE vec rotate_bytes_16(vec x) {
    return shuffled_bytes(x, _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
}

INLINE vec rotate_bytes_8(vec x) {
    return shuffled_bytes(x, _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12));
}

INLINE vec rotate(vec x, int n) {
    return n == 16 ? rotate_bytes_16(x) : n == 8 ? rotate_bytes_8(x) : x >> n | x << (32 - n);
}

INLINE vec swapped(vec x) {
    return shuffled_bytes(x, _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
}
