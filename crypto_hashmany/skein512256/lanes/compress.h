/* SPDX-License-Identifier: MIT */
/* Skein-512-256 of LANES messages: blocks and padding of what rounds.h computes. */
#include "rounds.h"

/* One block of every message. */
APART void UBI(word key[8], const unsigned char *const in[LANES], size_t at, uint64_t position,
               uint64_t flags) {
    word m[8];

    load_words(m, in, at, 8, 0);
    threefish(key, m, position, flags);
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    static const unsigned char zeros[BLOCK];
    unsigned long long at = 0;
    uint64_t flags = MESSAGE | FIRST;
    TAILS(BLOCK) tails;
    word key[8];

    for (int i = 0; i < 8; i++)
        key[i] = ALL(start[i]);
    /* The last block, which may be full, is marked. */
    for (; inlen - at > BLOCK; at += BLOCK, flags = MESSAGE)
        UBI(key, in, at, at + BLOCK, flags);
    if (inlen - at == BLOCK) {
        UBI(key, in, at, inlen, flags | FINAL);
    } else {
        END_TAILS(tails, in, inlen, inlen - at, zeros);
        UBI(key, tails.of, 0, inlen, flags | FINAL);
    }
    END_TAILS(tails, in, inlen, 0, zeros);
    UBI(key, tails.of, 0, 8, OUTPUT | FIRST | FINAL);
    store_words(out, key, DIGEST_BYTES / 8, 0);
}
