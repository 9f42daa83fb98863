/* SPDX-License-Identifier: MIT */
/* BLAKE-256 without salt, one message for each work-item. */
#include "text/parameters.h"
#include "word.h"
#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    const u64 blocks = (inlen + 9 + BLOCK - 1) / BLOCK;
    word h[8], m[16];

    COPY(h, start, 8);
    for (u64 i = 0; i < blocks; i++) {
        const u64 at = i * BLOCK, end = at + BLOCK < inlen ? at + BLOCK : inlen;

        load_block(m, in, at, inlen, 16, 1, 0x80);
        if (i + 1 == blocks) {
            m[13] |= 1;
            m[14] = (word)(inlen >> 29);
            m[15] = (word)(inlen << 3);
        }
        /* A block without bits of the message counts none. */
        rounds(h, m, at < inlen ? end << 3 : 0);
    }
    store_words(out, h, 8, 1);
}

#include "one_each.h"
