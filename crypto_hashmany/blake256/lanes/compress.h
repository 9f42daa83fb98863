/* SPDX-License-Identifier: MIT */
/* BLAKE-256 of LANES messages, without salt: blocks and padding of what rounds.h computes. */
#include "rounds.h"

/* One block of every message; `bits` of the message lie before its end. */
APART void compress(word h[8], const unsigned char *const in[LANES], size_t at,
                    unsigned long long bits) {
    word m[16];

    load_words(m, in, at, 16, 1);
    rounds(h, m, bits);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    unsigned rest = (unsigned)(inlen % BLOCK), padded = rest + 9 > BLOCK ? 2 * BLOCK : BLOCK;
    unsigned char end[2 * BLOCK] = {0};
    TAILS(2 * BLOCK) tails;
    word h[8];

    for (int i = 0; i < 8; i++)
        h[i] = ALL(start[i]);
    end[rest] = 0x80;
    end[padded - 9] |= 0x01;
    for (unsigned i = 0; i < 8; i++)
        end[padded - 1 - i] = (unsigned char)(inlen << 3 >> (8 * i));
    END_TAILS(tails, in, inlen, rest, end);

    for (unsigned long long at = 0; at + BLOCK <= inlen; at += BLOCK)
        compress(h, in, at, (at + BLOCK) << 3);
    /* A block without bits of the message counts none. */
    for (unsigned at = 0; at < padded; at += BLOCK)
        compress(h, tails.of, at, at == 0 && rest ? inlen << 3 : 0);
    store_words(out, h, 8, 1);
}
