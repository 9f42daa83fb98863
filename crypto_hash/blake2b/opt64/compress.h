/* SPDX-License-Identifier: MIT */

/*
 * F of BLAKE2 in portable C for words of 32 or 64 bits, unrolled.
 *
 * Technique: all indices are constants of the program (rounds.h), so the state is 16 variables, the
 * message is read where it is needed.
 *
 * Limit: a G is 6 additions, two of them of words in memory, 4 xors and 4 rotations, which is
 * 112 instructions a round: 28 cycles with four units, 2.6 cycles/byte for BLAKE2b and 4.4 for
 * BLAKE2s. The chain of dependent operations is 24. On amd64 it is 157 instructions, since
 * registers do not hold the 16 variables; Zen 4 needs 3.6 and 6.2 cycles/byte (3.1 and 5.3 by
 * llvm-mca).
 *
 * Rejected: a loop over rows of the permutation as in the reference; indices that are loaded take
 * BLAKE2b 1.2 times as long.
 */

#include "words.h"

#include "mix.h"
#include "rounds.h"

typedef struct {
    word h[8];
} chaining_value;

#define MESSAGE(i, j) m[i]

INLINE void F(chaining_value *h, const unsigned char *block, struct counter t) {
    word m[16], v[16];

    for (int i = 0; i < 16; i++) {
        m[i] = LITTLE_ENDIAN_WORD(load(block + i * WORD_BYTES));
    }
    for (int i = 0; i < 8; i++) {
        v[i] = h->h[i];
        v[i + 8] = IV[i];
    }
    v[12] ^= t.low;
    v[13] ^= t.high;
    v[14] ^= t.f;
    ALL_ROUNDS(ROUND);
    for (int i = 0; i < 8; i++) {
        h->h[i] ^= v[i] ^ v[i + 8];
    }
}

INLINE chaining_value initial_value(void) {
    return (chaining_value){{IV[0] ^ PARAMETERS, IV[1], IV[2], IV[3], IV[4], IV[5], IV[6], IV[7]}};
}

INLINE void store_digest(unsigned char *out, const chaining_value *h) {
    for (int i = 0; i < 8; i++) {
        store(out + i * WORD_BYTES, LITTLE_ENDIAN_WORD(h->h[i]));
    }
}
