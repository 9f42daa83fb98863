/* SPDX-License-Identifier: MIT */
/* SHA-2 of LANES messages: blocks and padding of what rounds.h computes. */
#include "rounds.h"

/* One block of every message. */
APART void compress(word state[8], const unsigned char *const in[LANES], size_t at) {
    word w[16];

    load_words(w, in, at, 16, 1);
    rounds(state, w);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    unsigned rest = (unsigned)(inlen % BLOCK);
    unsigned padded = rest + 1 + 2 * WORD_BYTES > BLOCK ? 2 * BLOCK : BLOCK;
    unsigned char end[2 * BLOCK] = {0};
    TAILS(2 * BLOCK) tails;
    word state[8];

    for (int i = 0; i < 8; i++)
        state[i] = ALL(start[i]);
    end[rest] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        end[padded - 1 - i] = (unsigned char)(inlen << 3 >> (8 * i));
    if (WORD_BITS == 64)
        end[padded - 9] = (unsigned char)(inlen >> 61);
    END_TAILS(tails, in, inlen, rest, end);

    for (unsigned long long at = 0; at + BLOCK <= inlen; at += BLOCK)
        compress(state, in, at);
    for (unsigned at = 0; at < padded; at += BLOCK)
        compress(state, tails.of, at);
    store_words(out, state, DIGEST_BYTES / WORD_BYTES, 1);
}
