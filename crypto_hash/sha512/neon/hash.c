/* SPDX-License-Identifier: MIT */
/* SHA-384 and SHA-512 with vectors of two words, for processors without instructions for rounds of
 * SHA-512. expand.h is that of NEON or of POWER8.
 *
 * Technique: the rounds are in general registers, as in opt64. The schedule is in vectors of two
 * words, 16 words ahead of the rounds, and has the constants added: vector units work beside the
 * others, as in sha256/ssse3.
 *
 * Invariant: before rounds t to t+15, W[i] is {W[t+2i], W[t+2i+1]}, and KW(i) is K[t+i] + W[t+i].
 *
 * Limit: operations on general registers. arm64 takes a rotation and an XOR as one, so a round has
 * 18 and the load of its word, and two words of the schedule, now in vectors, would have 18. With
 * NEON and gcc 12, llvm-mca says 7.0 cycles/byte for Cortex-A72, and 8.1 for opt64. With VSHASIGMAD
 * of POWER8 and clang 14, it says 7.5 for POWER9, and 9.6 for opt64.
 *
 * Rejected: NEON on processors that run in order: llvm-mca says 1.53 times the time of opt64 for
 * Cortex-A53, and 1.20 for Cortex-A55.
 */
#include "crypto_hash.h"
#include "parameters.h"

enum { BIG_ENDIAN_WORDS = 1 };

#include "expand.h"
#include "message_end.h"
#include "rounds_unrolled.h"

/* Keeps the pair of words for rounds t and t+1, with their constants. */
TARGET static inline void keep(union two_words *kw, int t, vector words) {
    kw[t / 2].vector = ADD(words, TWO_AT(K + t));
    hold_memory(kw[t / 2]);
}

#define KW(i) kw[t / 2 + (i) / 2].word[(i) % 2]

#define TWO_ROUNDS(i, a, b, c, d, e, f, g, h)                                                      \
    ROUND(KW(i), a, b, c, d, e, f, g, h);                                                          \
    ROUND(KW((i) + 1), h, a, b, c, d, e, f, g)

#define EXPAND(i)                                                                                  \
    expand(W, i);                                                                                  \
    keep(kw, t + 16 + 2 * (i), W[i])

TARGET static void compress(word *H, const unsigned char *M) {
    STATE_FROM(H);
    union two_words kw[ROUNDS / 2];
    vector W[8];
    int t = 0;

    for (int i = 0; i < 8; i++) {
        W[i] = load_words(M + 16 * i);
        keep(kw, 2 * i, W[i]);
    }
    for (; t < ROUNDS - 16; t += 16) {
        EXPAND(0);
        TWO_ROUNDS(0, a, b, c, d, e, f, g, h);
        EXPAND(1);
        TWO_ROUNDS(2, g, h, a, b, c, d, e, f);
        EXPAND(2);
        TWO_ROUNDS(4, e, f, g, h, a, b, c, d);
        EXPAND(3);
        TWO_ROUNDS(6, c, d, e, f, g, h, a, b);
        EXPAND(4);
        TWO_ROUNDS(8, a, b, c, d, e, f, g, h);
        EXPAND(5);
        TWO_ROUNDS(10, g, h, a, b, c, d, e, f);
        EXPAND(6);
        TWO_ROUNDS(12, e, f, g, h, a, b, c, d);
        EXPAND(7);
        TWO_ROUNDS(14, c, d, e, f, g, h, a, b);
    }
    EIGHT_ROUNDS(KW, 0);
    EIGHT_ROUNDS(KW, 8);
    ADD_TO(H);
}

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    for (; n; n--, in += BLOCK)
        compress(H, in);
}

#include "iterate.h"
