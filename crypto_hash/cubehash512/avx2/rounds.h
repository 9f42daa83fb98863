/* SPDX-License-Identifier: MIT */
/*
 * The rounds of CubeHash in vectors of eight words, four of them for the state. vector.h holds what
 * a vector is and the operations on it.
 *
 * Technique: a vector has the words whose index has one value of bit 3. The exchange by 8 then
 * exchanges vectors, which costs nothing. Bit 1 of the index selects the lane of 128 bits, bits 2
 * and 0 the place in it: the exchanges by 4 and 1 stay in the lane, and the one that crosses lanes,
 * in three cycles instead of one, is that by 2. It moves high words between their two additions,
 * while the low words go through rotation, xor and shuffle: it is the only place of the four where
 * the longer shuffle does not make the round longer.
 *
 * Limit: the chain of the high words: addition, exchange of lanes, addition, shuffle take 6 cycles,
 * and so do addition, exchange, addition, xor: 3 cycles/byte. With vprold there are 18 operations a
 * round. The low words' own chain is 5 cycles, but 7 on Zen 4, where vprold takes two, which makes
 * 3.5 cycles/byte. Zen 4 needs 8.9 cycles a round, 4.5 cycles/byte (AVX2 without vprold: 26
 * operations, 10.4 cycles, 5.2 cycles/byte). Chains do not explain it: each chain by itself takes
 * its time, and the round without its exchange of lanes 8.4 cycles. 240 random orders of the
 * instructions in assembly took 8.1 cycles or more; scheduling of the pipes must be the limit.
 * On Zen 5, most operations take two cycles: 10 for the chain of low words with vprold, of 11.5
 * that a round takes, 5.7 cycles/byte; with AVX2 14 of 16.4, 8.2 cycles/byte.
 *
 * Rejected: words 0 to 7 in order, in which the exchange by 4 crosses lanes: it is between rotation
 * and xor, in the chain of the low words, 9 cycles. One vector of 512 bits for each half: of the
 * four exchanges two cross 128-bit lanes, at four cycles each on Zen 4: 10 cycles for the chain of
 * the high words, and each operation occupies its pipe twice. Rotations as two shifts that one
 * vpternlogd joins with the xor, which makes the chain of the low words shorter on Zen 4: 0.98 to
 * 1.05 times the time.
 */
#include "vector.h"

#define INLINE static inline __attribute__((always_inline)) TARGET

typedef struct {
    vector low[2], high[2];
} state;

/* Words 0, 1, 4, 5 in one lane, 2, 3, 6, 7 in the other, and back. */
INLINE vector load(const void *from) {
    return _mm256_permute4x64_epi64(_mm256_loadu_si256((const vector *)from), 0xd8);
}

INLINE void store(unsigned char *to, vector a) {
    _mm256_storeu_si256((vector *)(void *)to, _mm256_permute4x64_epi64(a, 0xd8));
}

INLINE void load_state(state *x, const uint32_t words[32]) {
    x->low[0] = load(words);
    x->low[1] = load(words + 8);
    x->high[0] = load(words + 16);
    x->high[1] = load(words + 24);
}

INLINE void absorb(state *x, const unsigned char *block) {
    x->low[0] = XOR(x->low[0], load(block));
}

INLINE void flip_last_word(state *x) {
    x->high[1] = XOR(x->high[1], _mm256_setr_epi32(0, 0, 0, 0, 0, 0, 0, 1));
}

INLINE void store_digest(unsigned char *out, const state *x) {
    store(out, x->low[0]);
    store(out + 32, x->low[1]);
}

INLINE void transform(state *x, int rounds) {
    vector l0 = x->low[0], l1 = x->low[1], h0 = x->high[0], h1 = x->high[1], t;

    for (; rounds > 0; --rounds) {
        h0 = ADD(h0, l0);
        h1 = ADD(h1, l1);
        t = XOR(h1, ROTATE(l0, 7));
        l0 = XOR(h0, ROTATE(l1, 7));
        l1 = t;
        h0 = ADD(SWAP_LANES(h0), l0);
        h1 = ADD(SWAP_LANES(h1), l1);
        l0 = XOR(h0, ROTATE(SWAP_PAIRS(l0), 11));
        l1 = XOR(h1, ROTATE(SWAP_PAIRS(l1), 11));
        h0 = SWAP_WORDS(h0);
        h1 = SWAP_WORDS(h1);
    }
    x->low[0] = l0;
    x->low[1] = l1;
    x->high[0] = h0;
    x->high[1] = h1;
}
