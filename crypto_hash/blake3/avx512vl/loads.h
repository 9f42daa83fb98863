/* SPDX-License-Identifier: MIT */

/* Vectors of 4 words of messages, and where WIDEST says so of 8: an input for each 128 bits. */

typedef uint32_t lanes_4 __attribute__((vector_size(16)));

INLINE __m128i load_quarter(const unsigned char *in, int q) {
    return _mm_loadu_si128((const __m128i *)(in + 16 * q));
}

/* The words 4q to 4q + 3 of each block. */
INLINE lanes_4 load_quarters_4(const unsigned char *const in[1], int q) {
    return (lanes_4)load_quarter(in[0], q);
}

/* Four words, once for each input. */
INLINE lanes_4 repeated_4(lanes_4 words) { return words; }

#if WIDEST >= 8
typedef uint32_t lanes_8 __attribute__((vector_size(32)));

INLINE lanes_8 load_quarters_8(const unsigned char *const in[2], int q) {
    __m256i low = _mm256_castsi128_si256(load_quarter(in[0], q));
    return (lanes_8)_mm256_inserti128_si256(low, load_quarter(in[1], q), 1);
}

INLINE lanes_8 repeated_8(lanes_4 words) {
    return (lanes_8)_mm256_broadcastsi128_si256((__m128i)words);
}
#endif
