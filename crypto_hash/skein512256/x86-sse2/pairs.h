/* SPDX-License-Identifier: MIT */

/* Two words of 64 bits in one vector of SSE2. */
#include <emmintrin.h>

#define TARGET __attribute__((target("sse2")))

typedef __m128i vector;

#define ADD(a, b) _mm_add_epi64(a, b)
#define XOR(a, b) _mm_xor_si128(a, b)
#define EXCHANGED(a) _mm_shuffle_epi32(a, 0x4e)
#define AS_IT_IS(a) (a)

TARGET static inline vector load(const void *p) { return _mm_loadu_si128((const __m128i *)p); }

TARGET static inline vector load_word(const uint64_t *p) {
    return _mm_loadl_epi64((const __m128i *)p);
}

TARGET static inline void store(void *p, vector a) { _mm_storeu_si128((__m128i *)p, a); }

/* The first word of a and the second one of b. */
TARGET static inline vector first_and_second(vector a, vector b) {
    return _mm_castpd_si128(_mm_move_sd(_mm_castsi128_pd(b), _mm_castsi128_pd(a)));
}

/* Words i and j of those of a and b. */
#define WORDS_OF(a, b, i, j)                                                                       \
    _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(a), _mm_castsi128_pd(b), (i) | (j) << 1))

/* Rotation of the first word by m and of the second by n. */
#define ROTATED(a, m, n)                                                                           \
    XOR(first_and_second(_mm_slli_epi64(a, m), _mm_slli_epi64(a, n)),                              \
        first_and_second(_mm_srli_epi64(a, 64 - (m)), _mm_srli_epi64(a, 64 - (n))))
