/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 64-bit words with AVX2.
 *
 * Technique: words of the message are broadcast from memory, which the load units do alone, and
 * blended, which any vector unit does. So the units that shift and shuffle are left to the state.
 * Rotations by whole bytes are shuffles.
 *
 * Bound: with the rotation by 63 of two dependent operations, the chain of a round of BLAKE2b is
 * 26 operations, 2.4 cycles/byte; that of BLAKE-512, by 25 and 11, 28, 3.5 cycles/byte. Where a
 * shuffle of bytes takes two cycles (Zen 4), it is 30.
 *
 * Rejected: inserting words one by one. It takes three shuffles for each vector.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef uint64_t vec __attribute__((vector_size(32)));

typedef struct {
    const unsigned char *at;
    unsigned char swapped[128];
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

INLINE vec shuffled_bytes(vec x, __m128i bytes) {
    return (vec)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(bytes));
}

INLINE vec rotate_bytes_16(vec x) {
    return shuffled_bytes(x, _mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9));
}

INLINE vec rotate_bytes_24(vec x) {
    return shuffled_bytes(x, _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10));
}

INLINE vec rotate(vec x, int n) {
    return n == 32   ? (vec)_mm256_shuffle_epi32((__m256i)x, 0xb1)
           : n == 24 ? rotate_bytes_24(x)
           : n == 16 ? rotate_bytes_16(x)
           : n == 63 ? x >> 63 | (x + x)
                     : x >> n | x << (64 - n);
}

#define XOR_ROTATE(early, late, n) rotate((early) ^ (late), (n))
#define TURN_1(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x39))
#define TURN_2(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x4e))
#define TURN_3(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x93))

/* Word i in all lanes. In assembly, since compilers make insertions of a blend of broadcasts. */
INLINE __m256i broadcast(const message *m, int i) {
    __m256i x;
    __asm__("vpbroadcastq %1, %0" : "=x"(x) : "m"(*(const unsigned char(*)[8])(m->at + 8 * i)));
    return x;
}

INLINE vec pick(const message *m, int i0, int i1, int i2, int i3) {
    __m256i low = _mm256_blend_epi32(broadcast(m, i0), broadcast(m, i1), 0x0c);
    __m256i high = _mm256_blend_epi32(broadcast(m, i2), broadcast(m, i3), 0xc0);
    return (vec)_mm256_blend_epi32(low, high, 0xf0);
}

/* x and y are given four words of m each. */
#define PICK(x, y, m, i0, i1, i2, i3, i4, i5, i6, i7)                                              \
    do {                                                                                           \
        (x) = pick(&(m), i0, i1, i2, i3);                                                          \
        (y) = pick(&(m), i4, i5, i6, i7);                                                          \
    } while (0)

INLINE __m256i swapped(__m256i x) {
    return (__m256i)shuffled_bytes(
        (vec)x, _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}

INLINE void load_little_endian(message *m, const unsigned char *from) { m->at = from; }

INLINE void load_big_endian(message *m, const unsigned char *from) {
    for (int i = 0; i < 128; i += 32) {
        _mm256_storeu_si256((__m256i *)(m->swapped + i),
                            swapped(_mm256_loadu_si256((const __m256i *)(from + i))));
    }
    m->at = m->swapped;
}

INLINE void store_little_endian(unsigned char *to, vec x) {
    _mm256_storeu_si256((__m256i *)to, (__m256i)x);
}

INLINE void store_big_endian(unsigned char *to, vec x) {
    store_little_endian(to, (vec)swapped((__m256i)x));
}
