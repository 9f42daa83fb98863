/* SPDX-License-Identifier: MIT */

/*
 * BLAKE3's compression in portable C, one input at a time.
 *
 * Technique: all indices are constants of the program (rounds.h), so the state is 16 variables.
 *
 * Limit: a G is 6 additions, 4 xors and 4 rotations, which is 112 instructions a round: 28 cycles
 * with four units, 3.1 cycles/byte and 3.3 with the parents. The chain of dependent operations is
 * 24. On amd64 it is 132 instructions, since registers do not hold the 16 variables; Zen 4
 * needs 4.4 cycles/byte (3.9 by llvm-mca, and the parents).
 *
 * Rejected: permuting the message between rounds, as the paper has it: 16 moves a round, 1.13 times
 * the time.
 */

typedef uint32_t word;

enum { ROTATE_1 = 16, ROTATE_2 = 12, ROTATE_3 = 8, ROTATE_4 = 7 };

#include "words.h"

#include "mix.h"
#include "rounds.h"

#define MESSAGE(i, j) m[i]

INLINE void compress(uint32_t h[8], const unsigned char *block, uint64_t t, uint32_t b,
                     uint32_t d) {
    uint32_t m[16], v[16];

    for (int i = 0; i < 16; i++) {
        m[i] = LITTLE_ENDIAN_WORD(load(block + 4 * i));
        v[i] = i < 8 ? h[i] : IV[i - 8];
    }
    v[12] = (uint32_t)t;
    v[13] = (uint32_t)(t >> 32);
    v[14] = b;
    v[15] = d;
    ALL_ROUNDS(ROUND);
    for (int i = 0; i < 8; i++) {
        h[i] = v[i] ^ v[i + 8];
    }
}

static TARGET void scalar(value *to, const inputs *x) {
    uint32_t h[8];

    for (int i = 0; i < 8; i++) {
        h[i] = IV[i];
    }
    for (unsigned k = 0; k < x->last_blocks; k++) {
        int is_last = k + 1 == x->last_blocks;

        compress(h, block_of(x, 1, 0, k), x->t, is_last ? x->last_bytes : BLOCK_BYTES,
                 flags_of(x, k) | (is_last ? x->end : 0));
    }
    for (int i = 0; i < 8; i++) {
        store(to[0] + 4 * i, LITTLE_ENDIAN_WORD(h[i]));
    }
}
