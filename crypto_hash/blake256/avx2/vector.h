/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 32-bit words with AVX2.
 *
 * Technique: words of the message are broadcast from memory, which the load units do alone, and
 * blended, which any vector unit does. So the units that shift and shuffle are left to the state.
 * Rotations by whole bytes are shuffles.
 *
 * Limit: with rotations by 12 and 7 of two dependent operations, the chain of a round is 28
 * operations: BLAKE2s 4.4 cycles/byte, BLAKE-256 6.1. Where a shuffle of bytes takes two cycles
 * (Zen 4), it is 32: 5.0 and 7.0. Zen 4 needs 5.6 and 7.7, and 5.3 and 7.3 with compilers that may
 * use the registers of AVX-512.
 *
 * Rejected: inserting words one by one. It takes three shuffles for each vector; on Zen 4, which
 * does two at a time, BLAKE2s so takes 1.01 to 1.18 times as long, BLAKE-256 0.98 to 1.00 times.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define REGISTER "x"

#include "lanes.h"
#include "lanes32.h"
#include "message.h"

#define XOR_ROTATE(early, late, n) rotate((early) ^ (late), (n))

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
