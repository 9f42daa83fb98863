/* SPDX-License-Identifier: MIT */
/* Skein-512-256, one message for each work-item.
 *
 * Technique: the output block is one more turn of the loop.
 */
#include "text/parameters.h"
#include "word.h"
#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    const u64 blocks = inlen ? (inlen + BLOCK - 1) / BLOCK : 1;
    word key[8], m[8];

    COPY(key, start, 8);
    for (u64 i = 0; i <= blocks; i++) {
        const u64 at = i * BLOCK, end = at + BLOCK < inlen ? at + BLOCK : inlen;
        const u64 flags = (i == 0 ? FIRST : 0) | (i + 1 == blocks ? FINAL : 0);

        if (i < blocks) {
            load_block(m, in, at, inlen, 8, 0, 0);
        } else {
            UNROLLED(8)
            for (int k = 0; k < 8; k++)
                m[k] = 0;
        }
        threefish(key, m, i < blocks ? end : 8, i < blocks ? MESSAGE | flags : OUTPUT | FIRST | FINAL);
    }
    store_words(out, key, CRYPTO_BYTES / 8, 0);
}

#include "one_each.h"
