/* SPDX-License-Identifier: MIT */
/* Hamsi-256, one message for each work-item.
 *
 * Technique: the expansion by masks, one operation of three inputs for each of 32 bits and 8 words.
 *
 * Bound: of a block of 4 bytes, 256 operations and 48 of masks for the expansion, 28 for each of
 * three S-box layers and 48 for each L.
 */
#include "text/parameters.h"
#include "word.h"
#include "text/masks.h"
#include "text/rounds.h"
#include "message.h"

CONSTANT u8 start[4 * WORDS + 1] = START;

/* Block i of a message: its words, padding, and the two words of its length. */
DEVICE word block_of(GLOBAL const u8 *in, u64 i, u64 inlen) {
    const u64 full = inlen / BLOCK;
    word x;

    if (i == full + 1)
        return SWAP32((u32)(inlen >> 29));
    if (i == full + 2)
        return SWAP32((u32)(inlen << 3));
    load_block(&x, in, i * BLOCK, inlen, 1, 0, 0x80);
    return x;
}

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    const u64 last = inlen / BLOCK + 2;
    word h[WORDS];

    UNROLLED(8)
    for (int i = 0; i < WORDS; i++) {
        h[i] = 0;
        UNROLLED(4)
        for (int k = 0; k < 4; k++)
            h[i] = h[i] << 8 | start[4 * i + k];
        h[i] ^= alpha[place_of_h[i]];
    }
    for (u64 i = 0; i < last; i++)
        compress(h, block_of(in, i, inlen));
    compress_last(h, block_of(in, last, inlen));
    UNROLLED(8)
    for (int i = 0; i < WORDS; i++)
        h[i] ^= alpha[place_of_h[i]];
    store_words(out, h, WORDS, 1);
}

#include "one_each.h"
