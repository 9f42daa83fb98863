/* SPDX-License-Identifier: MIT */
/* CubeHash, one message for each work-item.
 *
 * Technique: sixteen rounds are one turn of a loop, of which the last block has more.
 */
#include "text/parameters.h"
#include "word.h"
#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    word low[16], high[16], block[8];
    u64 at = 0;
    u32 finished = 0; /* turns of the final rounds */

    COPY(low, initial_state, 16);
    COPY(high, initial_state + 16, 16);
    while (finished <= FINAL_ROUNDS / BLOCK_ROUNDS) {
        if (finished == 0) {
            load_block(block, in, at, inlen, 8, 0, 0x80);
            UNROLLED(8)
            for (int i = 0; i < 8; i++)
                low[i] ^= block[i];
        }
        UNROLLED(8)
        for (int i = 0; i < BLOCK_ROUNDS; i += 2)
            two_rounds(low, high);
        if (finished == 0 && at + BLOCK > inlen)
            high[15] ^= 1;
        finished += at + BLOCK > inlen;
        at += finished ? 0 : BLOCK;
    }
    store_words(out, low, 16 < CRYPTO_BYTES / 4 ? 16 : CRYPTO_BYTES / 4, 0);
}

#include "one_each.h"
