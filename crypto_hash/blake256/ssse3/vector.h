/* SPDX-License-Identifier: MIT */

/*
 * Rows of four 32-bit words with SSSE3.
 *
 * Technique: rotations by whole bytes are shuffles; words of the message are loaded and unpacked
 * one by one.
 *
 * Limit: with rotations by 12 and 7 of two dependent operations, the chain of a round is 28
 * operations: BLAKE2s 4.4 cycles/byte, BLAKE-256 6.1. The 22 shuffles of a round hide behind it
 * even where one unit has them all. Zen 4, where a shuffle of bytes takes two cycles and the chain
 * so 32 operations (5.0 and 7.0), needs 5.6 and 7.8 cycles/byte.
 *
 * Rejected: rotations of shifts alone, for SSE2: 1.01 to 1.02 times the time on Zen 4 and, by
 * count, 1.14 times where a shuffle takes one cycle. Shuffles of the message in registers, a
 * program of its own for each round: they take fewer loads, which are not what bounds it, and no
 * fewer shuffles.
 */

#include <immintrin.h>

#define TARGET __attribute__((target("ssse3")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define REGISTER "x"

#include "lanes.h"
#include "lanes32.h"
#include "message.h"

#define XOR_ROTATE(early, late, n) rotate((early) ^ (late), (n))

INLINE int word_at(const message *m, int i) {
    int w;

    __builtin_memcpy(&w, m->at + 4 * i, sizeof w);
    return w;
}

INLINE vec pick(const message *m, int i0, int i1, int i2, int i3) {
    return (vec)_mm_setr_epi32(word_at(m, i0), word_at(m, i1), word_at(m, i2), word_at(m, i3));
}
