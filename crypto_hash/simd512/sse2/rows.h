/* SPDX-License-Identifier: MIT */
/* A row: the word A, B, C or D of eight Feistels, with SSE2: four in each of two vectors. */
typedef struct {
    __m128i low, high;
} row;

TARGET static inline row row_add(row a, row b) {
    return (row){_mm_add_epi32(a.low, b.low), _mm_add_epi32(a.high, b.high)};
}
TARGET static inline row row_xor(row a, row b) {
    return (row){_mm_xor_si128(a.low, b.low), _mm_xor_si128(a.high, b.high)};
}
TARGET static inline row row_and(row a, row b) {
    return (row){_mm_and_si128(a.low, b.low), _mm_and_si128(a.high, b.high)};
}
#define row_shift_left(a, n) ((row){_mm_slli_epi32((a).low, n), _mm_slli_epi32((a).high, n)})
#define row_shift_right(a, n) ((row){_mm_srli_epi32((a).low, n), _mm_srli_epi32((a).high, n)})
TARGET static inline row load_row(const void *p) {
    return (row){_mm_loadu_si128(p), _mm_loadu_si128((const __m128i *)p + 1)};
}
TARGET static inline void store_row(void *p, row a) {
    _mm_storeu_si128(p, a.low);
    _mm_storeu_si128((__m128i *)p + 1, a.high);
}
/* Feistel j gets what Feistel j ^ x has. */
#define SHUFFLED(a, x)                                                                             \
    _mm_shuffle_epi32(a, (0 ^ (x)) | (1 ^ (x)) << 2 | (2 ^ (x)) << 4 | (3 ^ (x)) << 6)
#define crossed(a, x)                                                                              \
    ((x) < 4 ? ((row){SHUFFLED((a).low, (x)&3), SHUFFLED((a).high, (x)&3)})                        \
             : ((row){SHUFFLED((a).high, (x)&3), SHUFFLED((a).low, (x)&3)}))
#define hold(a) __asm__("" : "+x"((a).low), "+x"((a).high))
