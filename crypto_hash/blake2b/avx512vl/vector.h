/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 64-bit words with AVX-512VL: rotations of one instruction, and any eight words of a
 * message by one vpermi2q.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef uint64_t vec __attribute__((vector_size(32)));

typedef struct {
    __m512i low, high;
} message;

#define VEC(i, j, k, l) ((vec){(i), (j), (k), (l)})

INLINE vec add(vec x, vec y) { return x + y; }
INLINE vec xor (vec x, vec y) { return x ^ y; } INLINE vec xor3(vec x, vec y, vec z) {
    return (vec)_mm256_ternarylogic_epi64((__m256i)x, (__m256i)y, (__m256i)z, 0x96);
}

/* Keeps the compiler from joining two shifts to a rotation, or two additions in another order. */
INLINE vec hidden(vec x) {
    __asm__("" : "+v"(x));
    return x;
}

#define XOR_ROTATE(early, late, n)                                                                 \
    ((n) == 32 ? (vec)_mm256_shuffle_epi32((__m256i)((early) ^ (late)), 0xb1)                      \
               : xor3((vec)_mm256_ror_epi64((__m256i)(early), (n)), hidden((late) >> (n)),         \
                      (late) << (64 - (n))))
#define TURN_1(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x39))
#define TURN_2(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x4e))
#define TURN_3(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x93))

/* x and y are given four words of m each. */
#define PICK(x, y, m, i0, i1, i2, i3, i4, i5, i6, i7)                                              \
    do {                                                                                           \
        __m512i picked = _mm512_permutex2var_epi64(                                                \
            (m).low, _mm512_setr_epi64(i0, i1, i2, i3, i4, i5, i6, i7), (m).high);                 \
        (x) = (vec)_mm512_castsi512_si256(picked);                                                 \
        (y) = (vec)_mm512_extracti64x4_epi64(picked, 1);                                           \
    } while (0)

INLINE void load_little_endian(message *m, const unsigned char *from) {
    m->low = _mm512_loadu_si512(from);
    m->high = _mm512_loadu_si512(from + 64);
}

INLINE __m512i swapped(__m512i x) {
    const __m128i bytes = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    return _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(bytes));
}

INLINE void load_big_endian(message *m, const unsigned char *from) {
    load_little_endian(m, from);
    m->low = swapped(m->low);
    m->high = swapped(m->high);
}

INLINE void store_little_endian(unsigned char *to, vec x) {
    _mm256_storeu_si256((__m256i *)to, (__m256i)x);
}

INLINE void store_big_endian(unsigned char *to, vec x) {
    store_little_endian(to,
                        (vec)_mm512_castsi512_si256(swapped(_mm512_castsi256_si512((__m256i)x))));
}
