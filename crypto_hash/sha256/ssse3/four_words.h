/* SPDX-License-Identifier: MIT */

/* Four words of a schedule in a vector, and in memory for the rounds in general registers. */
#include <tmmintrin.h>

#define TARGET __attribute__((target("ssse3")))

typedef __m128i vector;

union four_words {
    vector vector;
    word word[4];
};

/* Compilers that see where words in memory come from take them from the vectors, at two operations
 * each, if they are not made to forget it. */
#ifdef __GNUC__
#define hold_memory(x) __asm__("" : "+m"(x))
#else
#define hold_memory(x) (void)0
#endif

#define ADD(a, b) _mm_add_epi32(a, b)
#define XOR(a, b) _mm_xor_si128(a, b)
#define FOUR_TIMES(x) _mm_set1_epi32((int)(x))
#define FOUR_AT(p) _mm_loadu_si128((const vector *)(const void *)(p))

TARGET static inline vector load_words(const unsigned char *M) {
    return _mm_shuffle_epi8(_mm_loadu_si128((const vector *)(const void *)M),
                            _mm_set_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607, 0x00010203));
}
