/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 32-bit words with AVX-512VL.
 *
 * Technique: a rotation of early ^ late is the early word's rotation and both shifts of the late
 * one, joined by one vpternlogd: two dependent operations, as a xor and a rotation are, but on Zen
 * 4 vprord alone takes two cycles. Eight words of the message are picked by one vpermi2d.
 *
 * Limit: the chain of a round is 24 cycles: 3.75 cycles/byte for BLAKE2s, 5.25 for BLAKE-256.
 * Reached on Zen 4 are 4.3 and 6.2: both shifts of a late word want the two units that shift at the
 * same moment, which turns, early rotations and the message use, too. The same round with its
 * message left out takes 26 cycles in the best of many orders, and 30 in this one.
 *
 * Rejected: xor and vprord, 1.03 to 1.15 times the time for one rotation of the four; words
 * broadcast from memory and blended, as with AVX2, 1.03 to 1.15 times.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,avx512f,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define REGISTER "v"

#include "lanes.h"
#include "lanes32.h"

INLINE vec xor3(vec x, vec y, vec z) {
    return (vec)_mm_ternarylogic_epi32((__m128i)x, (__m128i)y, (__m128i)z, 0x96);
}

#define XOR_ROTATE(early, late, n)                                                                 \
    xor3((vec)_mm_ror_epi32((__m128i)(early), (n)), held((late) >> (n)), (late) << (32 - (n)))

typedef struct {
    __m256i low, high;
} message;

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

INLINE void load_big_endian(message *m, const unsigned char *from) {
    const __m256i bytes = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));

    load_little_endian(m, from);
    m->low = _mm256_shuffle_epi8(m->low, bytes);
    m->high = _mm256_shuffle_epi8(m->high, bytes);
}
