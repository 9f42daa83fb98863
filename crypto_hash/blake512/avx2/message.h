/* SPDX-License-Identifier: MIT */

/*
 * The message of BLAKE2b and BLAKE-512 for rows of four words in one vector.
 *
 * Technique: words are broadcast from memory, which the load units do alone, and blended, which any
 * vector unit does. So the units that shift and shuffle are left to the state.
 *
 * Rejected: inserting words one by one, three shuffles for each vector; with AVX-512, picking eight
 * words at a time by vpermi2q, whose shuffles hold up the state's: 1.05 times the time on Zen 4.
 */

typedef struct {
    const unsigned char *at;
    unsigned char swapped[128];
} message;

INLINE vec shuffled_bytes(vec x, __m128i bytes) {
    return (vec)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(bytes));
}

/* Word i in all lanes. In assembly, since compilers make insertions of a blend of broadcasts. */
INLINE __m256i broadcast(const message *m, int i) {
    __m256i x;
    __asm__("vpbroadcastq %1, %0" : "=v"(x) : "m"(*(const unsigned char(*)[8])(m->at + 8 * i)));
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
