/* SPDX-License-Identifier: MIT */
/* Blue Midnight Wish, one message for each work-item.
 *
 * Technique: the final compression, of the chaining value as a block, is one more turn of the loop,
 * so that there is one copy of the text.
 */
#include "text/parameters.h"
#include "word.h"
#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    const u64 blocks = (inlen + 9 + BLOCK - 1) / BLOCK;
    word H[16], M[16];

    UNROLLED(16)
    for (int i = 0; i < 16; i++)
        H[i] = INITIAL(i);
    for (u64 i = 0; i <= blocks; i++) {
        if (i < blocks) {
            load_block(M, in, i * BLOCK, inlen, 16, 0, 0x80);
            if (i + 1 == blocks) {
                M[14] = (word)(inlen << 3);
                M[15] = (word)(inlen >> 29);
            }
        } else {
            COPY(M, H, 16);
            UNROLLED(16)
            for (int k = 0; k < 16; k++)
                H[k] = FINAL(k);
        }
        rounds(H, M);
    }
    store_words(out, H + 16 - CRYPTO_BYTES / WORD_BYTES, CRYPTO_BYTES / WORD_BYTES, 0);
}

#include "one_each.h"
