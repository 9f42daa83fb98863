/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 64-bit words with AVX2.
 *
 * Technique: words of the message are broadcast from memory, which the load units do alone, and
 * blended, which any vector unit does. So the units that shift and shuffle are left to the state.
 * Rotations by whole bytes are shuffles.
 *
 * Limit: with the rotation by 63 of two dependent operations, the chain of a round of BLAKE2b is
 * 26 operations, 2.4 cycles/byte; that of BLAKE-512, by 25 and 11, 28, 3.5 cycles/byte. Where a
 * shuffle of bytes takes two cycles (Zen 4), both are 30, 2.8 and 3.8. Zen 4 needs 3.1 and 4.1.
 *
 * Rejected: inserting words one by one. It takes three shuffles for each vector, and 1.00 to 1.08
 * times the time on Zen 4, which does two at a time.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define REGISTER "x"

#include "lanes.h"
#include "lanes64.h"

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
