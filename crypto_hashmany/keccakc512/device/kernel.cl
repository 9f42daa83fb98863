/* SPDX-License-Identifier: MIT */
/* Keccak, one message for each work-item. */
#include "text/parameters.h"
#include "word.h"
#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    const u64 blocks = inlen / RATE_BYTES + 1;
    word A[25], block[RATE_WORDS];

    UNROLLED(25)
    for (int i = 0; i < 25; i++)
        A[i] = 0;
    for (u64 i = 0; i < blocks; i++) {
        load_block(block, in, i * RATE_BYTES, inlen, RATE_WORDS, 0, PADDING_START);
        if (i + 1 == blocks)
            block[RATE_WORDS - 1] ^= (word)0x80 << 56;
        UNROLLED(32)
        for (int k = 0; k < RATE_WORDS; k++)
            A[k] ^= block[k];
        permute(A);
    }
    store_words(out, A, CRYPTO_BYTES / 8, 0);
}

#include "one_each.h"
