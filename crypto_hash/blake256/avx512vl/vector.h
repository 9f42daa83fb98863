/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 32-bit words with AVX-512VL: rotations of one instruction, and any eight words of a
 * message by one vpermi2d.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef uint32_t vec __attribute__((vector_size(16)));

typedef struct {
    __m256i low, high;
} message;

#define VEC(i, j, k, l) ((vec){(i), (j), (k), (l)})

INLINE vec add(vec x, vec y) { return x + y; }
INLINE vec xor (vec x, vec y) { return x ^ y; } INLINE vec xor3(vec x, vec y, vec z) {
    return (vec)_mm_ternarylogic_epi32((__m128i)x, (__m128i)y, (__m128i)z, 0x96);
}

/* Keeps the compiler from joining two shifts to a rotation, or two additions in another order. */
INLINE vec hidden(vec x) {
    __asm__("" : "+v"(x));
    return x;
}

#define XOR_ROTATE(early, late, n)                                                                 \
    xor3((vec)_mm_ror_epi32((__m128i)(early), (n)), hidden((late) >> (n)), (late) << (32 - (n)))
#define TURN_1(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x39))
#define TURN_2(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x4e))
#define TURN_3(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x93))

/* x and y are given four words of m each. */
#define PICK(x, y, m, i0, i1, i2, i3, i4, i5, i6, i7)                                              \
    do {                                                                                           \
        __m256i picked = _mm256_permutex2var_epi32(                                                \
            (m).low, _mm256_setr_epi32(i0, i1, i2, i3, i4, i5, i6, i7), (m).high);                 \
        (x) = (vec)_mm256_castsi256_si128(picked);                                                 \
        (y) = (vec)_mm256_extracti128_si256(picked, 1);                                            \
    } while (0)

INLINE void load_little_endian(message *m, const unsigned char *from) {
    m->low = _mm256_loadu_si256((const __m256i *)from);
    m->high = _mm256_loadu_si256((const __m256i *)(from + 32));
}

INLINE __m256i swapped(__m256i x) {
    const __m128i bytes = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    return _mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(bytes));
}

INLINE void load_big_endian(message *m, const unsigned char *from) {
    load_little_endian(m, from);
    m->low = swapped(m->low);
    m->high = swapped(m->high);
}

INLINE void store_little_endian(unsigned char *to, vec x) {
    _mm_storeu_si128((__m128i *)to, (__m128i)x);
}

INLINE void store_big_endian(unsigned char *to, vec x) {
    store_little_endian(to,
                        (vec)_mm256_castsi256_si128(swapped(_mm256_castsi128_si256((__m128i)x))));
}
