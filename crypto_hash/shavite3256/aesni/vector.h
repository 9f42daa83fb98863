/* SPDX-License-Identifier: MIT */
/* Rounds of AES with AES-NI. The instruction adds its key last, so that a value with the key of the
 * round that follows is one vector. */
#include <immintrin.h>

#define TARGET __attribute__((target("ssse3,aes")))

typedef __m128i vector;
typedef __m128i keyed;

#define load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
#define xor2(a, b) _mm_xor_si128(a, b)
#define words(a, b, c, d) _mm_set_epi32((int)(d), (int)(c), (int)(b), (int)(a))
#define zeros() _mm_setzero_si128()

/* Words 1, 2, 3, 0, or 1, 2, 3, 1. */
#define words_1230(a) _mm_shuffle_epi32(a, 0x39)
#define words_1231(a) _mm_shuffle_epi32(a, 0x79)
/* Zeros, and word 0 as word 3. */
#define word_0_as_3(a) _mm_slli_si128(a, 12)
/* Four words of a and then b, from word 1 or 2. */
#define words_1_to_4(a, b) _mm_alignr_epi8(b, a, 4)
#define words_2_to_5(a, b) _mm_alignr_epi8(b, a, 8)

#define AESround(x, key) _mm_aesenc_si128(x, key)
enum { SHORT_AESround = 1 };

#define with_key(x, key) xor2(x, key)
#define keyed_round(x, next_key) _mm_aesenc_si128(x, next_key)
#define without_key(x, key) xor2(x, key)
#define last_round(x, sum) _mm_aesenc_si128(x, sum)
