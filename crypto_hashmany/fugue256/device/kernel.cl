/* SPDX-License-Identifier: MIT */
/* Fugue-256, as in the second round of the SHA-3 competition ("The Hash Function Fugue", 2009), one
 * message for each work-item.
 *
 * Technique: the table joins the S-box and column 0 of the matrix M; columns 1 to 3 are rotations.
 * ROR changes names only: after ten sub-rounds, or five columns of input, all names are again what
 * they were. What is left of the input, and phase G1, take one column at a time and move the state.
 */
#define WORD_BITS 32
#include "word.h"

#include "aes_s_box.h"
#include "message.h"
#include "table.h"

enum { COLUMNS = 30, G1_COLUMNS = 5, G2_ROUNDS = 13 };

#define TWICE(s) (((s) << 1 ^ ((s) >> 7) * 0x11b) & 0xff)
#define FOUR_TIMES(s) TWICE(TWICE(s))
#define SEVEN_TIMES(s) (FOUR_TIMES(s) ^ TWICE(s) ^ (s))
#define COLUMN_0(s) ((u32)(s) | (u32)(s) << 8 | (u32)SEVEN_TIMES(s) << 16 | (u32)FOUR_TIMES(s) << 24),
CONSTANT u32 column_0[256] = {AES_S_BOX(COLUMN_0)};

/* The last columns; the others are 0. */
CONSTANT u32 start[8] = {0xdebd52e9, 0x5f137166, 0x68f6d4e0, 0x94b5b0d2,
                         0x1d626cf9, 0xde29f9fb, 0x99e84991, 0x48c2f834};

/* Rows 0 to 3 of a, b, c, d. */
DEVICE u32 rows_of(u32 a, u32 b, u32 c, u32 d) {
    return permuted_bytes(permuted_bytes(a, b, 0x3250), permuted_bytes(c, d, 0x7210), 0x7610);
}

#define LOOK_UP(x)                                                                                 \
    t0 = table[(x)&0xff], t1 = ROTL32(table[(x) >> 8 & 0xff], 8),                                  \
    t2 = ROTL32(table[(x) >> 16 & 0xff], 16), t3 = ROTL32(table[(x) >> 24], 24)

/* a, b, c, d are M times the columns after the S-box, and e_r is column r of M times the sum of row
 * r without its diagonal element. */
#define SMIX(x0, x1, x2, x3)                                                                       \
    do {                                                                                           \
        u32 t0, t1, t2, t3, a, b, c, d, e0, e1, e2, e3;                                            \
        LOOK_UP(x0);                                                                               \
        a = t0 ^ t1 ^ t2 ^ t3;                                                                     \
        e1 = t1, e2 = t2, e3 = t3;                                                                 \
        LOOK_UP(x1);                                                                               \
        b = t0 ^ t1 ^ t2 ^ t3;                                                                     \
        e0 = t0, e2 ^= t2, e3 ^= t3;                                                               \
        LOOK_UP(x2);                                                                               \
        c = t0 ^ t1 ^ t2 ^ t3;                                                                     \
        e0 ^= t0, e1 ^= t1, e3 ^= t3;                                                              \
        LOOK_UP(x3);                                                                               \
        d = t0 ^ t1 ^ t2 ^ t3;                                                                     \
        e0 ^= t0, e1 ^= t1, e2 ^= t2;                                                              \
        x0 = rows_of(a ^ e0, b ^ e1, c ^ e2, d ^ e3);                                              \
        x1 = rows_of(b ^ e0, c ^ e1, d ^ e2, a ^ e3);                                              \
        x2 = rows_of(c, d, a, b) ^ ROTL32(rows_of(e2, e3, e0, e1), 16);                            \
        x3 = rows_of(d, a, b, c) ^ ROTL32(rows_of(e1, e2, e3, e0), 8);                             \
    } while (0)

/* Column i after k sub-rounds. */
#define COLUMN(i, k) S[((i) + 10 * COLUMNS - 3 * (k)) % COLUMNS]

/* Sub-round k. */
#define SUB_ROUND(k)                                                                               \
    do {                                                                                           \
        COLUMN(0, (k) + 1) ^= COLUMN(4, (k) + 1);                                                  \
        COLUMN(1, (k) + 1) ^= COLUMN(5, (k) + 1);                                                  \
        COLUMN(2, (k) + 1) ^= COLUMN(6, (k) + 1);                                                  \
        COLUMN(15, (k) + 1) ^= COLUMN(4, (k) + 1);                                                 \
        COLUMN(16, (k) + 1) ^= COLUMN(5, (k) + 1);                                                 \
        COLUMN(17, (k) + 1) ^= COLUMN(6, (k) + 1);                                                 \
        SMIX(COLUMN(0, (k) + 1), COLUMN(1, (k) + 1), COLUMN(2, (k) + 1), COLUMN(3, (k) + 1));      \
    } while (0)

/* A column q of input after k sub-rounds, without these. */
#define TIX(q, k)                                                                                  \
    do {                                                                                           \
        COLUMN(10, k) ^= COLUMN(0, k);                                                             \
        COLUMN(0, k) = q;                                                                          \
        COLUMN(8, k) ^= q;                                                                         \
        COLUMN(1, k) ^= COLUMN(24, k);                                                             \
    } while (0)

#define ABSORB(q, k)                                                                               \
    do {                                                                                           \
        const u32 q_ = q;                                                                          \
        TIX(q_, k);                                                                                \
        SUB_ROUND(k);                                                                              \
        SUB_ROUND((k) + 1);                                                                        \
    } while (0)

/* Moves all columns up by n. */
#define MOVE(n)                                                                                    \
    do {                                                                                           \
        u32 moved_[COLUMNS];                                                                       \
        UNROLLED(32)                                                                               \
        for (int i_ = 0; i_ < COLUMNS; i_++)                                                       \
            moved_[(i_ + (n)) % COLUMNS] = S[i_];                                                  \
        COPY(S, moved_, COLUMNS);                                                                  \
    } while (0)

KERNEL void crypto_hashmany(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen, u64 count) {
    SHARED u32 table[256];
    const u64 stream = STREAM(), words = inlen / 4, all = (inlen + 3) / 4 + 2;
    GLOBAL const u8 *message = in + stream * inlen;
    u32 S[COLUMNS], digest[8];
    u64 i = 0;

    FILL_TABLE(table, column_0, 256);
    if (stream >= count)
        return;
    UNROLLED(32)
    for (int k = 0; k < COLUMNS; k++)
        S[k] = k < COLUMNS - 8 ? 0 : start[k - (COLUMNS - 8)];
    for (; i + 5 <= words; i += 5) {
        ABSORB(LOAD32(message + 4 * i), 0);
        ABSORB(LOAD32(message + 4 * i + 4), 2);
        ABSORB(LOAD32(message + 4 * i + 8), 4);
        ABSORB(LOAD32(message + 4 * i + 12), 6);
        ABSORB(LOAD32(message + 4 * i + 16), 8);
    }
    for (; i < all + G1_COLUMNS; i++) {
        u32 q;

        if (i + 2 == all)
            q = SWAP32((u32)(inlen >> 29));
        else if (i + 1 == all)
            q = SWAP32((u32)(inlen << 3));
        else
            load_block(&q, message, 4 * i, inlen, 1, 0, 0);
        if (i < all)
            TIX(q, 0);
        SUB_ROUND(0);
        SUB_ROUND(1);
        MOVE(6);
    }
    NOT_UNROLLED
    for (int round = 0; round < G2_ROUNDS; round++) {
        S[4] ^= S[0];
        S[15] ^= S[0];
        MOVE(15);
        SMIX(S[0], S[1], S[2], S[3]);
        S[4] ^= S[0];
        S[16] ^= S[0];
        MOVE(14);
        SMIX(S[0], S[1], S[2], S[3]);
    }
    S[4] ^= S[0];
    S[15] ^= S[0];
    UNROLLED(8)
    for (int k = 0; k < 8; k++)
        digest[k] = S[k < 4 ? 1 + k : 11 + k];
    store_words(out + stream * CRYPTO_BYTES, digest, 8, 0);
}
