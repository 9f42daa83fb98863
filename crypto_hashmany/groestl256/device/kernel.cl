/* SPDX-License-Identifier: MIT */
/* Groestl-256, final-round version ("Groestl -- a SHA-3 candidate", 2011), one message for each
 * work-item.
 *
 * Technique: a column is two words of 32 bits. Four tables of 256 columns in memory of the group,
 * 8 KiB, join the S-box and columns 0 to 3 of MixBytes; columns 4 to 7 are these with their halves
 * exchanged. The output transformation is one more turn of the loop, which has no use for Q.
 */
#define WORD_BITS 32
#include "word.h"

#include "aes_s_box.h"
#include "message.h"

enum { BLOCK = 64, ROUNDS = 10, COLUMNS = 8 };

#define TWICE(s) (((s) << 1 ^ ((s) >> 7) * 0x11b) & 0xff)
#define FOUR_TIMES(s) TWICE(TWICE(s))
#define TIMES_3(s) (TWICE(s) ^ (s))
#define TIMES_5(s) (FOUR_TIMES(s) ^ (s))
#define TIMES_7(s) (FOUR_TIMES(s) ^ TWICE(s) ^ (s))
/* Rows 0 to 3, and rows 4 to 7, of what a byte in row 0 gives. */
#define UPPER_ROWS(s)                                                                              \
    ((u32)TWICE(s) | (u32)TIMES_7(s) << 8 | (u32)TIMES_5(s) << 16 | (u32)TIMES_3(s) << 24),
#define LOWER_ROWS(s)                                                                              \
    ((u32)TIMES_5(s) | (u32)FOUR_TIMES(s) << 8 | (u32)TIMES_3(s) << 16 | (u32)TWICE(s) << 24),
CONSTANT u32 upper_rows[256] = {AES_S_BOX(UPPER_ROWS)};
CONSTANT u32 lower_rows[256] = {AES_S_BOX(LOWER_ROWS)};

/* What the byte x in row r adds. */
#define ADD(x, r)                                                                                  \
    do {                                                                                           \
        const u32 at_ = 256 * ((r) % 4) + ((x) >> (8 * ((r) % 4)) & 0xff);                         \
        high ^= (r) < 4 ? upper[at_] : lower[at_];                                                 \
        low ^= (r) < 4 ? lower[at_] : upper[at_];                                                  \
    } while (0)

/* Row r comes from r places on in P, and from 1, 3, 5, 7, 0, 2, 4, 6 places on in Q. */
#define P_PLACE(r) (r)
#define Q_PLACE(r) ((r) < 4 ? 2 * (r) + 1 : 2 * (r)-8)

/* One round of P or Q, behind the constants. s[2 j] are rows 0 to 3 of column j. */
#define ROUND(s, PLACE)                                                                            \
    do {                                                                                           \
        u32 next_[2 * COLUMNS];                                                                    \
        UNROLLED(8)                                                                                \
        for (int j = 0; j < COLUMNS; j++) {                                                        \
            u32 high = 0, low = 0;                                                                 \
                                                                                                   \
            ADD(s[2 * ((j + PLACE(0)) % 8)], 0);                                                   \
            ADD(s[2 * ((j + PLACE(1)) % 8)], 1);                                                   \
            ADD(s[2 * ((j + PLACE(2)) % 8)], 2);                                                   \
            ADD(s[2 * ((j + PLACE(3)) % 8)], 3);                                                   \
            ADD(s[2 * ((j + PLACE(4)) % 8) + 1], 4);                                               \
            ADD(s[2 * ((j + PLACE(5)) % 8) + 1], 5);                                               \
            ADD(s[2 * ((j + PLACE(6)) % 8) + 1], 6);                                               \
            ADD(s[2 * ((j + PLACE(7)) % 8) + 1], 7);                                               \
            next_[2 * j] = high;                                                                   \
            next_[2 * j + 1] = low;                                                                \
        }                                                                                          \
        COPY(s, next_, 2 * COLUMNS);                                                               \
    } while (0)

KERNEL void crypto_hashmany(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen, u64 count) {
    SHARED u32 upper[4 * 256], lower[4 * 256];
    const u64 stream = STREAM(), blocks = (inlen + 9 + BLOCK - 1) / BLOCK;
    u32 h[16], p[16], q[16];

    /* Row r of four is moved down by r rows. */
    for (u32 i = LOCAL(); i < 256; i += LOCAL_SIZE()) {
        const u32 first = upper_rows[i], second = lower_rows[i];

        upper[i] = first;
        lower[i] = second;
        UNROLLED(3)
        for (int r = 1; r < 4; r++) {
            upper[256 * r + i] = first << (8 * r) | second >> (32 - 8 * r);
            lower[256 * r + i] = second << (8 * r) | first >> (32 - 8 * r);
        }
    }
    SYNC();
    if (stream >= count)
        return;
    UNROLLED(16)
    for (int i = 0; i < 16; i++)
        h[i] = 0;
    h[15] = SWAP32((u32)(8 * CRYPTO_BYTES));
    for (u64 i = 0; i <= blocks; i++) {
        if (i < blocks) {
            load_block(q, in + stream * inlen, i * BLOCK, inlen, 16, 0, 0x80);
            if (i + 1 == blocks) {
                q[14] = SWAP32((u32)(blocks >> 32));
                q[15] = SWAP32((u32)blocks);
            }
        } else {
            UNROLLED(16)
            for (int k = 0; k < 16; k++)
                q[k] = 0;
        }
        UNROLLED(16)
        for (int k = 0; k < 16; k++)
            p[k] = h[k] ^ q[k];
        NOT_UNROLLED
        for (u32 r = 0; r < ROUNDS; r++) {
            UNROLLED(8)
            for (int j = 0; j < COLUMNS; j++) {
                p[2 * j] ^= (u32)(j << 4) ^ r;
                q[2 * j] = ~q[2 * j];
                q[2 * j + 1] ^= 0xffffffff ^ ((u32)(j << 4) ^ r) << 24;
            }
            ROUND(p, P_PLACE);
            ROUND(q, Q_PLACE);
        }
        UNROLLED(16)
        for (int k = 0; k < 16; k++)
            h[k] ^= i < blocks ? p[k] ^ q[k] : p[k];
    }
    store_words(out + stream * CRYPTO_BYTES, h + 16 - CRYPTO_BYTES / 4, CRYPTO_BYTES / 4, 0);
}
