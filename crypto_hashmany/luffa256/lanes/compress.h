/* SPDX-License-Identifier: MIT */
/* Luffa-256 of LANES messages: blocks and padding of what rounds.h computes. */
#include "rounds.h"

INLINE void compress(word V[SUBSTATES][8], const unsigned char *const in[LANES], size_t at) {
    word m[8];

    load_words(m, in, at, 8, 1);
    rounds(V, m);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    unsigned rest = (unsigned)(inlen % BLOCK);
    TAILS(2 * BLOCK) tails;
    word V[SUBSTATES][8], sum[8];

    for (int j = 0; j < SUBSTATES; j++)
        for (int k = 0; k < 8; k++)
            V[j][k] = ALL(initial[j][k]);
    OPEN_TAILS(tails, in, inlen, rest, 2 * BLOCK);
    PUT_TAILS(tails, rest, "\x80", 1);

    for (unsigned long long at = 0; at + BLOCK <= inlen; at += BLOCK)
        compress(V, in, at);
    /* The padded block, and one of zeros. */
    compress(V, tails.of, 0);
    compress(V, tails.of, BLOCK);
    for (int k = 0; k < 8; k++)
        sum[k] = XOR3(V[0][k], V[1][k], V[2][k]);
    store_words(out, sum, 8, 1);
}
