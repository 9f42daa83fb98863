/* SPDX-License-Identifier: MIT */
/* SHA-2, one message for each work-item. */
#include "text/parameters.h"
#include "word.h"
#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    const u64 blocks = (inlen + 1 + 2 * WORD_BYTES + BLOCK - 1) / BLOCK;
    word state[8], w[16];

    COPY(state, start, 8);
    for (u64 i = 0; i < blocks; i++) {
        load_block(w, in, i * BLOCK, inlen, 16, 1, 0x80);
        if (i + 1 == blocks) {
            w[14] = (word)(inlen >> (WORD_BITS == 32 ? 29 : 61));
            w[15] = (word)(inlen << 3);
        }
        rounds(state, w);
    }
    store_words(out, state, CRYPTO_BYTES / WORD_BYTES, 1);
}

#include "one_each.h"
