/* SPDX-License-Identifier: MIT */
/* Keccak of LANES messages: blocks and padding of what rounds.h computes. */
#include "rounds.h"

_Static_assert((int)DIGEST_BYTES <= (int)RATE_BYTES && DIGEST_BYTES % 8 == 0,
               "a digest is whole words of one block");

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const unsigned rest = (unsigned)(inlen % RATE_BYTES);
    unsigned long long blocks = inlen / RATE_BYTES;
    size_t at = 0;
    TAILS(RATE_BYTES) tails;
    word A[25];

    OPEN_TAILS(tails, in, inlen, rest, RATE_BYTES);
    for (int lane = 0; lane < LANES; lane++) {
        tails.bytes[lane][rest] = PADDING_START;
        tails.bytes[lane][RATE_BYTES - 1] |= 0x80;
    }

    for (int i = 0; i < 25; i++)
        A[i] = ALL(0);
    for (;; blocks--, at += RATE_BYTES) {
        word block[RATE_WORDS];

        if (blocks)
            load_words(block, in, at, RATE_WORDS, 0);
        else
            load_words(block, tails.of, 0, RATE_WORDS, 0);
        for (int i = 0; i < RATE_WORDS; i++)
            A[i] ^= block[i];
        permute(A);
        if (!blocks)
            break;
    }
    store_words(out, A, DIGEST_BYTES / 8, 0);
}
