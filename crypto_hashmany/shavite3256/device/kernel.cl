/* SPDX-License-Identifier: MIT */
/* SHAvite-3-256 without salt ("The SHAvite-3 Hash Function", tweaked version, 2009), one message
 * for each work-item.
 *
 * Technique: all subkeys are written out, so that each makes way for the one four places on as soon
 * as it was used. The round of AES without a key in F has what F is added to as its key.
 */
#define WORD_BITS 32
#include "word.h"

#include "aes.h"
#include "message.h"

enum { BLOCK = 64, SUBKEYS = 36 };

CONSTANT u32 start[8] = {0x49bb3e47, 0x2674860d, 0xa8b392ac, 0x021ac4e6,
                         0x409283cf, 0x620e5d86, 0x6d929dcb, 0x96cc2a8b};

/* Subkey j from the ones four before and one before. */
#define NONLINEAR(j)                                                                               \
    do {                                                                                           \
        u32 rotated_[4] = {K[(j)-4][1], K[(j)-4][2], K[(j)-4][3], K[(j)-4][0]};                    \
        aes_round(table, K[j], rotated_, K[(j)-1]);                                                \
    } while (0)
#define LINEAR(j)                                                                                  \
    do {                                                                                           \
        K[j][0] = K[(j)-4][0] ^ K[(j)-1][1];                                                       \
        K[j][1] = K[(j)-4][1] ^ K[(j)-1][2];                                                       \
        K[j][2] = K[(j)-4][2] ^ K[(j)-1][3];                                                       \
        K[j][3] = K[(j)-4][3] ^ K[j][0];                                                           \
    } while (0)

/* Three rounds of AES with subkeys from j on, and what they are added to. */
#define ROUND(j, x, other)                                                                         \
    do {                                                                                           \
        u32 t_[4] = {(x)[0] ^ K[j][0], (x)[1] ^ K[j][1], (x)[2] ^ K[j][2], (x)[3] ^ K[j][3]};      \
        aes_round(table, t_, t_, K[(j) + 1]);                                                      \
        aes_round(table, t_, t_, K[(j) + 2]);                                                      \
        aes_round(table, other, t_, other);                                                        \
    } while (0)

DEVICE void compress(SHARED_POINTER const u32 *table, u32 h[8], const u32 m[16], u64 bits) {
    const u32 c0 = (u32)bits, c1 = (u32)(bits >> 32);
    u32 K[SUBKEYS][4], a[4], b[4];

    UNROLLED(16)
    for (int i = 0; i < 16; i++)
        K[i / 4][i % 4] = m[i];
    UNROLLED(32)
    for (int j = 4; j < SUBKEYS; j++) {
        if (j / 4 % 2 == 1)
            NONLINEAR(j);
        else
            LINEAR(j);
        if (j == 4)
            K[j][0] ^= c0, K[j][1] ^= ~c1;
        if (j == 14)
            K[j][1] ^= c1, K[j][2] ^= ~c0;
        if (j == 21)
            K[j][2] ^= c1, K[j][3] ^= ~c0;
        if (j == 31)
            K[j][0] ^= c0, K[j][3] ^= ~c1;
    }
    COPY(a, h, 4);
    COPY(b, h + 4, 4);
    ROUND(0, b, a);
    ROUND(3, a, b);
    ROUND(6, b, a);
    ROUND(9, a, b);
    ROUND(12, b, a);
    ROUND(15, a, b);
    ROUND(18, b, a);
    ROUND(21, a, b);
    ROUND(24, b, a);
    ROUND(27, a, b);
    ROUND(30, b, a);
    ROUND(33, a, b);
    UNROLLED(4)
    for (int i = 0; i < 4; i++) {
        h[i] ^= a[i];
        h[4 + i] ^= b[i];
    }
}

KERNEL void crypto_hashmany(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen, u64 count) {
    SHARED u32 table[256];
    const u64 stream = STREAM(), blocks = (inlen + 11 + BLOCK - 1) / BLOCK;
    u32 h[8], m[16];

    FILL_TABLE(table, products, 256);
    if (stream >= count)
        return;
    COPY(h, start, 8);
    for (u64 i = 0; i < blocks; i++) {
        const u64 at = i * BLOCK, end = at + BLOCK < inlen ? at + BLOCK : inlen;

        load_block(m, in + stream * inlen, at, inlen, 16, 0, 0x80);
        /* The length in bits and the digest's, in the last ten bytes. */
        if (i + 1 == blocks) {
            m[13] |= (u32)(inlen << 3) << 16;
            m[14] = (u32)(inlen << 3 >> 16);
            m[15] = (u32)(inlen >> 45) | (u32)(8 * CRYPTO_BYTES) << 16;
        }
        /* A block without a bit of the message has counter 0. */
        compress(table, h, m, at < inlen ? end << 3 : 0);
    }
    store_words(out + stream * CRYPTO_BYTES, h, 8, 0);
}
