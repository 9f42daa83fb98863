/* SPDX-License-Identifier: MIT */

/*
 * BLAKE's compression in portable C for words of 32 or 64 bits, unrolled.
 *
 * Technique: all indices are constants of the program (rounds.h), so the state is 16 variables, the
 * message is read where it is needed, and the constants are operands of instructions.
 *
 * Limit: a G is 6 additions, 6 xors and 4 rotations, which is 128 instructions a round besides
 * loads: 32 cycles with four units, 7.0 cycles/byte for BLAKE-256 and 4.0 for BLAKE-512. The chain
 * of dependent operations is 24. On amd64 it is 180 instructions, since registers do not hold the
 * 16 variables; Zen 4 needs 8.8 and 5.1 cycles/byte (7.4 and 5.0 by llvm-mca).
 *
 * Rejected: a loop over rows of the permutation as in the reference; indices that are loaded take
 * BLAKE-256 1.6 times as long.
 */

#include "words.h"

#include "mix.h"
#include "rounds.h"

typedef struct {
    word h[8];
} chaining_value;

#define MESSAGE(i, j) (m[i] ^ constant[j])

INLINE void compress(chaining_value *h, const unsigned char *block, struct counter t) {
    word m[16], v[16];

    for (int i = 0; i < 16; i++) {
        m[i] = BIG_ENDIAN_WORD(load(block + i * WORD_BYTES));
    }
    for (int i = 0; i < 8; i++) {
        v[i] = h->h[i];
        v[i + 8] = constant[i];
    }
    v[12] ^= t.low;
    v[13] ^= t.low;
    v[14] ^= t.high;
    v[15] ^= t.high;
    ALL_ROUNDS(ROUND);
    for (int i = 0; i < 8; i++) {
        h->h[i] ^= v[i] ^ v[i + 8];
    }
}

INLINE chaining_value initial_value(void) {
    return (chaining_value){{IV[0], IV[1], IV[2], IV[3], IV[4], IV[5], IV[6], IV[7]}};
}

INLINE void store_digest(unsigned char *out, const chaining_value *h) {
    for (int i = 0; i < 8; i++) {
        store(out + i * WORD_BYTES, BIG_ENDIAN_WORD(h->h[i]));
    }
}
