/* SPDX-License-Identifier: MIT */
/* A row: the word A, B, C or D of eight Feistels, with AVX2. */
typedef __m256i row;

#define row_add(a, b) _mm256_add_epi32(a, b)
#define row_xor(a, b) _mm256_xor_si256(a, b)
#define row_and(a, b) _mm256_and_si256(a, b)
#define row_shift_left(a, n) _mm256_slli_epi32(a, n)
#define row_shift_right(a, n) _mm256_srli_epi32(a, n)
#define load_row(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define store_row(p, a) _mm256_storeu_si256((__m256i *)(void *)(p), a)
/* Feistel j gets what Feistel j ^ x has. */
#define SHUFFLED(a, x)                                                                             \
    _mm256_shuffle_epi32(a, (0 ^ (x)) | (1 ^ (x)) << 2 | (2 ^ (x)) << 4 | (3 ^ (x)) << 6)
#define EXCHANGED(a) _mm256_permute2x128_si256(a, a, 1)
#define crossed(a, x)                                                                              \
    ((x) == 4 ? EXCHANGED(a) : (x) > 4 ? SHUFFLED(EXCHANGED(a), (x)&3) : SHUFFLED(a, (x)&3))
#define hold(a) __asm__("" : "+x"(a))
