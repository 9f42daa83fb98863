/* SPDX-License-Identifier: MIT */
/* ECHO-256, second-round version ("ECHO hash function", 2010), without salt, one message for each
 * work-item.
 *
 * Technique: BIG.ShiftRows is a choice of names. The feed-forward wants only the sum of the four
 * columns of the chaining value and the block, and that of the result's.
 */
#define WORD_BITS 32
#include "word.h"

#include "aes.h"
#include "message.h"

enum { ROUNDS = 8, CHAIN = 4, BLOCK_WORDS = 12, BLOCK = 16 * BLOCK_WORDS };

#define DOUBLED(x) (((x) << 1 & 0xfefefefe) ^ ((x) >> 7 & 0x01010101) * 0x1b)

DEVICE void big_sub_words(SHARED_POINTER const u32 *table, u32 w[16][4], u64 counter) {
    UNROLLED(16)
    for (int i = 0; i < 16; i++) {
        const u64 one = counter + i;
        const u32 key[4] = {(u32)one, (u32)(one >> 32), 0, 0}, salt[4] = {0, 0, 0, 0};

        aes_round(table, w[i], w[i], key);
        aes_round(table, w[i], w[i], salt);
    }
}

/* Column c after BIG.ShiftRows. */
#define MIXED_COLUMN(c)                                                                            \
    do {                                                                                           \
        UNROLLED(4)                                                                                \
        for (int k = 0; k < 4; k++) {                                                              \
            const u32 a0 = w[4 * (c)][k], a1 = w[(4 * (c) + 5) % 16][k];                           \
            const u32 a2 = w[(4 * (c) + 10) % 16][k], a3 = w[(4 * (c) + 15) % 16][k];              \
            const u32 a01 = a0 ^ a1, a12 = a1 ^ a2, a23 = a2 ^ a3;                                 \
            const u32 d01 = DOUBLED(a01), d12 = DOUBLED(a12), d23 = DOUBLED(a23);                  \
                                                                                                   \
            next[4 * (c)][k] = d01 ^ a12 ^ a3;                                                     \
            next[4 * (c) + 1][k] = d12 ^ a0 ^ a23;                                                 \
            next[4 * (c) + 2][k] = d23 ^ a01 ^ a3;                                                 \
            next[4 * (c) + 3][k] = d01 ^ d12 ^ d23 ^ a01 ^ a2;                                     \
        }                                                                                          \
    } while (0)

DEVICE void compress(SHARED_POINTER const u32 *table, u32 chain[CHAIN][4],
                     const u32 block[4 * BLOCK_WORDS], u64 counter) {
    u32 w[16][4];

    UNROLLED(64)
    for (int i = 0; i < 64; i++)
        w[i / 4][i % 4] = i < 4 * CHAIN ? chain[i / 4][i % 4] : block[i - 4 * CHAIN];
    UNROLLED(16)
    for (int i = 0; i < 16; i++)
        chain[i / 4][i % 4] ^=
            w[4 + i / 4][i % 4] ^ w[8 + i / 4][i % 4] ^ w[12 + i / 4][i % 4];
    NOT_UNROLLED
    for (int round = 0; round < ROUNDS; round++) {
        u32 next[16][4];

        big_sub_words(table, w, counter + 16 * round);
        MIXED_COLUMN(0);
        MIXED_COLUMN(1);
        MIXED_COLUMN(2);
        MIXED_COLUMN(3);
        UNROLLED(64)
        for (int i = 0; i < 64; i++)
            w[i / 4][i % 4] = next[i / 4][i % 4];
    }
    UNROLLED(16)
    for (int i = 0; i < 16; i++)
        chain[i / 4][i % 4] ^= w[i / 4][i % 4] ^ w[4 + i / 4][i % 4] ^ w[8 + i / 4][i % 4] ^
                               w[12 + i / 4][i % 4];
}

KERNEL void crypto_hashmany(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen, u64 count) {
    SHARED u32 table[256];
    const u64 stream = STREAM(), blocks = (inlen + 19 + BLOCK - 1) / BLOCK;
    u32 chain[CHAIN][4], m[4 * BLOCK_WORDS];

    FILL_TABLE(table, products, 256);
    if (stream >= count)
        return;
    UNROLLED(16)
    for (int i = 0; i < 16; i++)
        chain[i / 4][i % 4] = i % 4 ? 0 : 8 * CRYPTO_BYTES;
    for (u64 i = 0; i < blocks; i++) {
        const u64 at = i * BLOCK, end = at + BLOCK < inlen ? at + BLOCK : inlen;

        load_block(m, in + stream * inlen, at, inlen, 4 * BLOCK_WORDS, 0, 0x80);
        /* The digest's length in bits and that of the message, in the last 18 bytes. */
        if (i + 1 == blocks) {
            m[43] |= (u32)(8 * CRYPTO_BYTES) << 16;
            m[44] = (u32)(inlen << 3);
            m[45] = (u32)(inlen >> 29);
            m[46] = (u32)(inlen >> 61);
        }
        /* A block without a bit of the message has counter 0. */
        compress(table, chain, m, at < inlen ? end << 3 : 0);
    }
    UNROLLED(2)
    for (int i = 0; i < 2; i++)
        store_words(out + stream * CRYPTO_BYTES + 16 * i, chain[i], 4, 0);
}
