/* SPDX-License-Identifier: MIT */
/* CubeHash of LANES messages: blocks and padding of what rounds.h computes. */
#include "rounds.h"

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const unsigned rest = (unsigned)(inlen % BLOCK);
    unsigned long long blocks = inlen / BLOCK;
    TAILS(BLOCK) tails;
    word low[16], high[16];

    OPEN_TAILS(tails, in, inlen, rest, BLOCK);
    PUT_TAILS(tails, rest, "\x80", 1);

    for (int i = 0; i < 16; i++) {
        low[i] = ALL(initial_state[i]);
        high[i] = ALL(initial_state[16 + i]);
    }
    for (size_t at = 0;; at += BLOCK, blocks--) {
        const int is_last = blocks == 0;
        word block[8];

        if (is_last)
            load_words(block, tails.of, 0, 8, 0);
        else
            load_words(block, in, at, 8, 0);
        for (int i = 0; i < 8; i++)
            low[i] ^= block[i];
        for (int left = BLOCK_ROUNDS + (is_last ? FINAL_ROUNDS : 0); left > 0; left -= 2) {
            if (left == FINAL_ROUNDS)
                high[15] ^= ALL(1);
            two_rounds(low, high);
        }
        if (is_last)
            break;
    }
    store_words(out, low, 16, 0);
}
