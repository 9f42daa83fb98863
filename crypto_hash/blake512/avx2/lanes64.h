/* SPDX-License-Identifier: MIT */

/*
 * Four 64-bit words in one vector: what takes shuffles of 256 bits, and the words of a message.
 *
 * Technique: words are broadcast from memory, which the load units do alone, and blended, which any
 * vector unit does. So the units that shift and shuffle are left to the state.
 *
 * Rejected: inserting words one by one, three shuffles for each vector; with AVX-512, picking eight
 * words at a time by vpermi2q, whose shuffles hold up the state's: 1.05 times the time on Zen 4.
 */

#define TURN_1(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x39))
#define TURN_2(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x4e))
#define TURN_3(x) ((vec)_mm256_permute4x64_epi64((__m256i)(x), 0x93))

INLINE vec shuffled_bytes(vec x, __m128i bytes) {
    return (vec)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(bytes));
}

INLINE vec swapped(vec x) {
    return shuffled_bytes(x, _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
}

#include "message.h"

/* Word i in all lanes. In assembly, since compilers make insertions of a blend of broadcasts. */
INLINE __m256i broadcast(const message *m, int i) {
    __m256i x;
    __asm__("vpbroadcastq %1, %0"
            : "=" REGISTER(x)
            : "m"(*(const unsigned char(*)[8])(m->at + 8 * i)));
    return x;
}

INLINE vec pick(const message *m, int i0, int i1, int i2, int i3) {
    __m256i low = _mm256_blend_epi32(broadcast(m, i0), broadcast(m, i1), 0x0c);
    __m256i high = _mm256_blend_epi32(broadcast(m, i2), broadcast(m, i3), 0xc0);
    return (vec)_mm256_blend_epi32(low, high, 0xf0);
}
