/* SPDX-License-Identifier: MIT */
/* JH, one message for each work-item. */
#include "text/parameters.h"
#include "word.h"

/* Neighbouring groups of n bytes. */
#define EXCHANGE_BYTES(x, n)                                                                       \
    ((u64)permuted_bytes((u32)((x) >> 32), 0, (n) == 1 ? 0x2301 : 0x1032) << 32 |                  \
     permuted_bytes((u32)(x), 0, (n) == 1 ? 0x2301 : 0x1032))

#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    /* The length has a block of its own where any byte is left. */
    const u64 blocks = inlen / BLOCK + (inlen % BLOCK ? 2 : 1);
    word H[WORDS], m[8];

    COPY(H, start, WORDS);
    for (u64 i = 0; i < blocks; i++) {
        load_block(m, in, i * BLOCK, inlen, 8, 1, 0x80);
        if (i + 1 == blocks) {
            m[6] = inlen >> 61;
            m[7] = inlen << 3;
        }
        rounds(H, m);
    }
    store_words(out, H + WORDS - CRYPTO_BYTES / 8, CRYPTO_BYTES / 8, 1);
}

#include "one_each.h"
