/* SPDX-License-Identifier: MIT */
/* Luffa-256, one message for each work-item. */
#include "text/parameters.h"
#include "word.h"
#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    word V[SUBSTATES][8], m[8], sum[8];

    UNROLLED(3)
    for (int j = 0; j < SUBSTATES; j++)
        COPY(V[j], initial[j], 8);
    /* The padded block, and one of zeros. */
    for (u64 i = 0; i < inlen / BLOCK + 2; i++) {
        load_block(m, in, i * BLOCK, inlen, 8, 1, 0x80);
        rounds(V, m);
    }
    UNROLLED(8)
    for (int k = 0; k < 8; k++)
        sum[k] = XOR3(V[0][k], V[1][k], V[2][k]);
    store_words(out, sum, 8, 1);
}

#include "one_each.h"
