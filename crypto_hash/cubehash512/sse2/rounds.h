/* SPDX-License-Identifier: MIT */
/*
 * The rounds of CubeHash in vectors of four words, eight of them for the state. vector.h holds what
 * a vector is and the operations on it.
 *
 * Technique: as the designer proposes, vector i of a half has the words 4i to 4i + 3. The exchanges
 * of low words by 8 and 4 then exchange vectors, which costs nothing, and those of high words by 2
 * and 1 are shuffles of one instruction, beside the chain of addition and xor.
 *
 * Limit: 8 additions, 8 xors, 8 shuffles and 8 rotations a round. With SSE2 a rotation is three
 * operations: 48 in all, 12 cycles a round at four a cycle, 6 cycles/byte. Zen 4 does the 24 shifts
 * and shuffles in two or three of its pipes and needs 14.5 cycles, 7.3 cycles/byte; 8 registers
 * (x86) do not hold the state, 11.4 cycles/byte. On Zen 5, where most
 * vector operations take two cycles, it is 8.5 and 13.0. With NEON a rotation is two operations:
 * 40, 10 cycles a round with four vector units, 5 cycles/byte, and twice that with two.
 */
#include "vector.h"

#define INLINE static inline __attribute__((always_inline)) TARGET

typedef struct {
    vector low[4], high[4];
} state;

INLINE void load_state(state *x, const uint32_t words[32]) {
    for (int i = 0; i < 4; ++i) {
        x->low[i] = load(words + 4 * i);
        x->high[i] = load(words + 16 + 4 * i);
    }
}

INLINE void absorb(state *x, const unsigned char *block) {
    x->low[0] = XOR(x->low[0], load(block));
    x->low[1] = XOR(x->low[1], load(block + 16));
}

INLINE void flip_last_word(state *x) {
    static const uint32_t one[4] = {0, 0, 0, 1};

    x->high[3] = XOR(x->high[3], load(one));
}

INLINE void store_digest(unsigned char *out, const state *x) {
    for (int i = 0; i < 4; ++i)
        store(out + 16 * i, x->low[i]);
}

/* Half a round for two vectors of each half that exchange their low words. */
#define PAIR(i, j, distance, swap_high)                                                            \
    do {                                                                                           \
        const vector other = ROTATE(x->low[i], distance);                                          \
        x->high[i] = ADD(x->high[i], x->low[i]);                                                   \
        x->high[j] = ADD(x->high[j], x->low[j]);                                                   \
        x->low[i] = XOR(ROTATE(x->low[j], distance), x->high[i]);                                  \
        x->low[j] = XOR(other, x->high[j]);                                                        \
        x->high[i] = swap_high(x->high[i]);                                                        \
        x->high[j] = swap_high(x->high[j]);                                                        \
    } while (0)

INLINE void transform(state *x, int rounds) {
    for (; rounds > 0; --rounds) {
        PAIR(0, 2, 7, SWAP_PAIRS);
        PAIR(1, 3, 7, SWAP_PAIRS);
        PAIR(0, 1, 11, SWAP_WORDS);
        PAIR(2, 3, 11, SWAP_WORDS);
    }
}
