/* SPDX-License-Identifier: MIT */
/* JH of LANES messages: blocks and padding of what rounds.h computes. */
#include "rounds.h"

INLINE void compress(word H[WORDS], const unsigned char *const in[LANES], size_t at) {
    word m[8];

    load_words(m, in, at, 8, 1);
    rounds(H, m);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    unsigned rest = (unsigned)(inlen % BLOCK);
    /* At least 512 bits are added: the length has a block of its own where any byte is left. */
    unsigned padded = rest > 0 ? 2 * BLOCK : BLOCK;
    unsigned char length[16] = {0};
    TAILS(2 * BLOCK) tails;
    word H[WORDS];

    for (int i = 0; i < WORDS; i++)
        H[i] = ALL(start[i]);
    for (int i = 0; i < 8; i++)
        length[15 - i] = (unsigned char)(inlen << 3 >> (8 * i));
    length[7] = (unsigned char)(inlen >> 61);
    OPEN_TAILS(tails, in, inlen, rest, padded);
    PUT_TAILS(tails, rest, "\x80", 1);
    PUT_TAILS(tails, padded - 16, length, 16);

    for (unsigned long long at = 0; at + BLOCK <= inlen; at += BLOCK)
        compress(H, in, at);
    for (unsigned at = 0; at < padded; at += BLOCK)
        compress(H, tails.of, at);
    store_words(out, H + WORDS - DIGEST_BYTES / 8, DIGEST_BYTES / 8, 1);
}
