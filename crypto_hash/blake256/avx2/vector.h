/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 32-bit words with AVX2.
 *
 * Technique: words of the message are broadcast from memory, which the load units do alone, and
 * blended, which any vector unit does. So the units that shift and shuffle are left to the state.
 * Rotations by whole bytes are shuffles.
 *
 * Bound: with rotations by 12 and 7 of two dependent operations, the chain of a round is 28
 * operations: BLAKE2s 4.4 cycles/byte, BLAKE-256 6.1. Where a shuffle of bytes takes two cycles
 * (Zen 4), it is 32.
 *
 * Rejected: inserting words one by one. It takes three shuffles for each vector.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef uint32_t vec __attribute__((vector_size(16)));

typedef struct {
    const unsigned char *at;
    unsigned char swapped[64];
} message;

#define VEC(i, j, k, l) ((vec){(i), (j), (k), (l)})

/* Keeps the compiler from adding in another order. */
INLINE vec hidden(vec x) {
    __asm__("" : "+x"(x));
    return x;
}

INLINE vec add(vec x, vec y) { return x + y; }
INLINE vec xor (vec x, vec y) { return x ^ y; } INLINE vec xor3(vec x, vec y, vec z) {
    return x ^ y ^ z;
}

INLINE vec rotate_bytes_16(vec x) {
    const __m128i bytes = _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    return (vec)_mm_shuffle_epi8((__m128i)x, bytes);
}

INLINE vec rotate_bytes_8(vec x) {
    const __m128i bytes = _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
    return (vec)_mm_shuffle_epi8((__m128i)x, bytes);
}

INLINE vec rotate(vec x, int n) {
    return n == 16 ? rotate_bytes_16(x) : n == 8 ? rotate_bytes_8(x) : x >> n | x << (32 - n);
}

#define XOR_ROTATE(early, late, n) rotate((early) ^ (late), (n))
#define TURN_1(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x39))
#define TURN_2(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x4e))
#define TURN_3(x) ((vec)_mm_shuffle_epi32((__m128i)(x), 0x93))

/* Word i in all lanes. In assembly, since compilers make insertions of a blend of broadcasts. */
INLINE __m128i broadcast(const message *m, int i) {
    __m128i x;
    __asm__("vpbroadcastd %1, %0" : "=x"(x) : "m"(*(const unsigned char(*)[4])(m->at + 4 * i)));
    return x;
}

INLINE vec pick(const message *m, int i0, int i1, int i2, int i3) {
    __m128i low = _mm_blend_epi32(broadcast(m, i0), broadcast(m, i1), 2);
    __m128i high = _mm_blend_epi32(broadcast(m, i2), broadcast(m, i3), 8);
    return (vec)_mm_blend_epi32(low, high, 12);
}

/* x and y are given four words of m each. */
#define PICK(x, y, m, i0, i1, i2, i3, i4, i5, i6, i7)                                              \
    do {                                                                                           \
        (x) = pick(&(m), i0, i1, i2, i3);                                                          \
        (y) = pick(&(m), i4, i5, i6, i7);                                                          \
    } while (0)

INLINE __m128i swapped(__m128i x) {
    const __m128i bytes = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    return _mm_shuffle_epi8(x, bytes);
}

INLINE void load_little_endian(message *m, const unsigned char *from) { m->at = from; }

INLINE void load_big_endian(message *m, const unsigned char *from) {
    for (int i = 0; i < 64; i += 16) {
        _mm_storeu_si128((__m128i *)(m->swapped + i),
                         swapped(_mm_loadu_si128((const __m128i *)(from + i))));
    }
    m->at = m->swapped;
}

INLINE void store_little_endian(unsigned char *to, vec x) {
    _mm_storeu_si128((__m128i *)to, (__m128i)x);
}

INLINE void store_big_endian(unsigned char *to, vec x) {
    store_little_endian(to, (vec)swapped((__m128i)x));
}
