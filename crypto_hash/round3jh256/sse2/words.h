/* SPDX-License-Identifier: MIT */

/* What all vectors of 128 bits do by the same instructions. */
#define exchange_32(a) _mm_shuffle_epi32(a, 0xb1)
#define exchange_64(a) _mm_shuffle_epi32(a, 0x4e)

TARGET static inline vector load_words(const uint64_t *words) {
    return _mm_loadu_si128((const __m128i *)(const void *)words);
}

TARGET static inline void store_words(uint64_t *words, vector a) {
    _mm_storeu_si128((__m128i *)(void *)words, a);
}
