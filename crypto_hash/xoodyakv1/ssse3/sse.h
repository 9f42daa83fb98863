/* SPDX-License-Identifier: MIT */
/* What is the same for planes with SSSE3 and with AVX-512VL. */

typedef __m128i vector;

#define ZERO _mm_setzero_si128()
#define XOR(a, b) _mm_xor_si128(a, b)

/* Lane x becomes lane x + 1 or x + 2. */
#define SHIFT_1(a) _mm_shuffle_epi32(a, 0x93)
#define SHIFT_2(a) _mm_shuffle_epi32(a, 0x4e)
#define SHIFT_2_ROTATE_8(a)                                                                        \
    _mm_shuffle_epi8(a, _mm_setr_epi8(11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6))

#define FIRST_LANE(word) _mm_cvtsi32_si128((int)(word))
#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define STORE(p, a) _mm_storeu_si128((__m128i *)(void *)(p), a)
