/* SPDX-License-Identifier: MIT */

/* Vectors of 4 words of messages, and where WIDEST says so of 8: an input for each 128 bits.
 *
 * Chaining values are stored by as many bytes at once as will be loaded: what two stores have
 * written does not go to a load of both before it is in the cache. */

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

#if WIDEST == 4
/* The chaining values of which h[0] has the first four words and h[1] the others. */
INLINE void store_halves_4(value *to, const lanes_4 h[2]) {
    __builtin_memcpy(to[0], &h[0], 16);
    __builtin_memcpy(to[0] + 16, &h[1], 16);
}
#endif

#if WIDEST >= 8
typedef uint32_t lanes_8 __attribute__((vector_size(32)));

INLINE lanes_8 load_quarters_8(const unsigned char *const in[2], int q) {
    __m256i low = _mm256_castsi128_si256(load_quarter(in[0], q));
    return (lanes_8)_mm256_inserti128_si256(low, load_quarter(in[1], q), 1);
}

INLINE lanes_8 repeated_8(lanes_4 words) {
    return (lanes_8)_mm256_broadcastsi128_si256((__m128i)words);
}

INLINE void store_halves_4(value *to, const lanes_4 h[2]) {
    const __m256i first = _mm256_castsi128_si256((__m128i)h[0]);
    _mm256_storeu_si256((__m256i *)to[0], _mm256_inserti128_si256(first, (__m128i)h[1], 1));
}

INLINE void store_halves_8(value *to, const lanes_8 h[2]) {
    const __m256i first = (__m256i)h[0], second = (__m256i)h[1];
    _mm256_storeu_si256((__m256i *)to[0], _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256((__m256i *)to[1], _mm256_permute2x128_si256(first, second, 0x31));
}
#endif
