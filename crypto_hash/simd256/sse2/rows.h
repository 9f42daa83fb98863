/* SPDX-License-Identifier: MIT */
/* A row: the word A, B, C or D of four Feistels, with SSE2. */
typedef __m128i row;

#define row_add(a, b) _mm_add_epi32(a, b)
#define row_xor(a, b) _mm_xor_si128(a, b)
#define row_and(a, b) _mm_and_si128(a, b)
#define row_shift_left(a, n) _mm_slli_epi32(a, n)
#define row_shift_right(a, n) _mm_srli_epi32(a, n)
#define load_row(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store_row(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
/* Feistel j gets what Feistel j ^ x has. */
#define crossed(a, x)                                                                              \
    _mm_shuffle_epi32(a, (0 ^ (x)) | (1 ^ (x)) << 2 | (2 ^ (x)) << 4 | (3 ^ (x)) << 6)
#define hold(a) __asm__("" : "+x"(a))
