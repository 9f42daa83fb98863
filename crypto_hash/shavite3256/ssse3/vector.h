/* SPDX-License-Identifier: MIT */
/* Vectors of SSSE3 for rounds of AES by permutations; permuted.h says how, and what bounds them. */
#include <immintrin.h>

#define TARGET __attribute__((target("ssse3")))

typedef __m128i vector;

#define load_bytes(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store_bytes(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define load_words(a, b, c, d) _mm_set_epi32((int)(d), (int)(c), (int)(b), (int)(a))
#define zeros() _mm_setzero_si128()
#define xor2(a, b) _mm_xor_si128(a, b)
#define and2(a, b) _mm_and_si128(a, b)
#define all_bytes(x) _mm_set1_epi8((char)(x))
/* The upper half of each byte; `halves`: the lower ones' mask. */
#define upper_halves(a, halves) and2(_mm_srli_epi16(a, 4), halves)
/* Entries of a table; 0 for an index from 128 up. */
#define entries(table, indices) _mm_shuffle_epi8(load_bytes(table), indices)
#define permuted(a, order) _mm_shuffle_epi8(a, load_bytes(order))

/* Words 1, 2, 3, 0, or 1, 2, 3, 1. */
#define words_1230(a) _mm_shuffle_epi32(a, 0x39)
#define words_1231(a) _mm_shuffle_epi32(a, 0x79)
/* Zeros, and word 0 as word 3. */
#define word_0_as_3(a) _mm_slli_si128(a, 12)
/* Four words of a and then b, from word 1 or 2. */
#define words_1_to_4(a, b) _mm_alignr_epi8(b, a, 4)
#define words_2_to_5(a, b) _mm_alignr_epi8(b, a, 8)

#include "permuted.h"
