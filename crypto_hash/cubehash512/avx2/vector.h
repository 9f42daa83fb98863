/* SPDX-License-Identifier: MIT */
/* Vectors of eight 32-bit words with AVX2. */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))

typedef __m256i vector;

#define ADD(a, b) _mm256_add_epi32(a, b)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define ROTATE(a, n) _mm256_or_si256(_mm256_slli_epi32(a, n), _mm256_srli_epi32(a, 32 - (n)))
#define SWAP_LANES(a) _mm256_permute2x128_si256(a, a, 1)
#define SWAP_PAIRS(a) _mm256_shuffle_epi32(a, 0x4e)
#define SWAP_WORDS(a) _mm256_shuffle_epi32(a, 0xb1)
