/* SPDX-License-Identifier: MIT */
/* Blue Midnight Wish of LANES messages: blocks and padding of what rounds.h computes. */
#include "rounds.h"

/* A function of its own, so that there is one copy for all three uses. */
static __attribute__((noinline)) void compress(word H[16], const word M[16]) { rounds(H, M); }

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const unsigned rest = (unsigned)(inlen % BLOCK);
    const unsigned padded = rest + 1 + 8 > BLOCK ? 2 * BLOCK : BLOCK;
    unsigned char length[8];
    TAILS(2 * BLOCK) tails;
    word H[16], M[16], final[16];

    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(inlen << 3 >> (8 * i));
    OPEN_TAILS(tails, in, inlen, rest, padded);
    PUT_TAILS(tails, rest, "\x80", 1);
    PUT_TAILS(tails, padded - 8, length, 8);

    for (int i = 0; i < 16; i++) {
        H[i] = ALL(INITIAL(i));
        final[i] = ALL(FINAL(i));
    }
    for (unsigned long long at = 0; at + BLOCK <= inlen; at += BLOCK) {
        load_words(M, in, at, 16, 0);
        compress(H, M);
    }
    for (unsigned at = 0; at < padded; at += BLOCK) {
        load_words(M, tails.of, at, 16, 0);
        compress(H, M);
    }
    compress(final, H);
    store_words(out, final + 16 - DIGEST_BYTES / WORD_BYTES, DIGEST_BYTES / WORD_BYTES, 0);
}
