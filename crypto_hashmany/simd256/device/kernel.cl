/* SPDX-License-Identifier: MIT */
/* SIMD-256, version 1.1: the submission to NIST's competition of 2009, one message for each
 * work-item.
 *
 * Technique: the transform of 128 points as transforms of 8 points for 16 columns, products with
 * powers of 139, and transforms of 16 points for 8 rows. Roots of the short ones are powers of two.
 * Two rows are done at a time, from whose numbers words are made at once: words take the place of
 * numbers. The steps rename A, B, C, D instead of moving them.
 *
 * Bound: a column's values are below 2^20, and below 2^27 with their power of 139. reduced() makes
 * 264 or less of them, and of these the transform of 16 points makes less than 2^22.
 */
#define WORD_BITS 32
#include "word.h"

#include "message.h"

enum { BLOCK = 64, COLUMNS = 16, ROWS = 8 };

CONSTANT u32 start[16] = {0x4d567983, 0x07190ba9, 0x8474577b, 0x39d726e9, 0xaaf3d925, 0x3ee20b03,
                          0xafd5e751, 0xc96006d3, 0xc2c2ba14, 0x49b3bcb4, 0xf67caf46, 0x668626c9,
                          0xe2eaa8d2, 0x1ff47833, 0xd0c661a5, 0x55693de1};

/* 139^(j k) modulo 257: row k, for j = 0 .. 15. */
CONSTANT short factors[ROWS][COLUMNS] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, -118, 46, -31, 60, 116, -67, -61, 2, 21, 92, -62, 120, -25, 123, -122},
    {1, 46, 60, -67, 2, 92, 120, 123, 4, -73, -17, -11, 8, 111, -34, -22},
    {1, -31, -67, 21, 120, -122, -73, -50, 8, 9, -22, -89, -68, 52, -70, 114},
    {1, 60, 2, 120, 4, -17, 8, -34, 16, -68, 32, 121, 64, -15, 128, -30},
    {1, 116, 92, -122, -17, 84, -22, 18, 32, 114, 117, -49, -30, 118, 67, 62},
    {1, -67, 120, -73, 8, -22, -68, -70, 64, 81, -30, -46, -2, -123, 17, -111},
    {1, -61, 123, -50, -34, 18, -70, -99, 128, -98, 67, 25, 17, -9, 35, -79}};
/* 139^-k, which each block has in its column 15, and 139^(-3 k), which the last one has in its
 * column 13. */
CONSTANT short last_coefficient[ROWS] = {1, 98, 95, 58, 30, 113, 23, -59};
CONSTANT short final_coefficient[ROWS] = {1, 58, 23, 49, 15, 99, 88, -36};

/* The same modulo 257, in -264 .. 263 for x below 2^27: 2^16 is 1, 2^8 is -1. */
DEVICE int reduced(int x) {
    x = (x & 0xffff) + (x >> 16);
    return (x & 0xff) - (x >> 8);
}

/* The same modulo 257 in -128 .. 128. */
DEVICE int lifted(int x) {
    x = reduced(x);
    return x > 128 ? x - 257 : x < -128 ? x + 257 : x;
}

/* Column j of bytes a, b, c, d and zeros: the transform of 8 points with the root 4, times the
 * factors. */
DEVICE void transform_column(int x[COLUMNS][ROWS], const int j, int a, int b, int c, int d) {
    const int e[4] = {a + c, a + 16 * c, a - c, a - 16 * c};
    const int o[4] = {b + d, 4 * b + 64 * d, 16 * (b - d), 64 * b + 4 * d};

    UNROLLED(4)
    for (int k = 0; k < 4; k++) {
        x[j][k] = reduced((e[k] + o[k]) * factors[k][j]);
        x[j][k + 4] = reduced((e[k] - o[k]) * factors[k + 4][j]);
    }
}

/* The transform of four numbers with the root 16. */
#define TRANSFORM_4(y, a, b, c, d)                                                                 \
    do {                                                                                           \
        const int a_ = a, b_ = b, c_ = c, d_ = d;                                                  \
        (y)[0] = (a_ + c_) + (b_ + d_);                                                            \
        (y)[1] = (a_ - c_) + 16 * (b_ - d_);                                                       \
        (y)[2] = (a_ + c_) - (b_ + d_);                                                            \
        (y)[3] = (a_ - c_) - 16 * (b_ - d_);                                                       \
    } while (0)

/* y[i] is the value k + 8 i of the whole transform. */
DEVICE void transform_row(int y[COLUMNS], int x[COLUMNS][ROWS], const int k) {
    int p[4][4], q[4];

    UNROLLED(4)
    for (int b = 0; b < 4; b++)
        TRANSFORM_4(p[b], x[b][k], x[b + 4][k], x[b + 8][k], x[b + 12][k]);
    /* Times 2^(b c): 2^9 is -2. */
    UNROLLED(4)
    for (int c = 0; c < 4; c++) {
        TRANSFORM_4(q, p[0][c], p[1][c] * (1 << c), p[2][c] * (1 << 2 * c),
                    c == 3 ? p[3][c] * -2 : p[3][c] * (1 << 3 * c));
        UNROLLED(4)
        for (int d = 0; d < 4; d++)
            y[c + 4 * d] = lifted(q[d]);
    }
}

#define PACKED(low, high, factor) (((u32)((low) * (factor)) & 0xffff) | (u32)((high) * (factor)) << 16)

/* Z[i][m] in the order of the codes, not of the steps. */
DEVICE void expand(u32 Z[32][4], const u32 block[16], const int is_final) {
    int x[COLUMNS][ROWS];

    UNROLLED(16)
    for (int j = 0; j < COLUMNS; j++)
        transform_column(x, j, block[j / 4] >> 8 * (j % 4) & 0xff,
                         block[4 + j / 4] >> 8 * (j % 4) & 0xff,
                         block[8 + j / 4] >> 8 * (j % 4) & 0xff,
                         block[12 + j / 4] >> 8 * (j % 4) & 0xff);
    UNROLLED(8)
    for (int k = 0; k < ROWS; k++) {
        x[15][k] += last_coefficient[k];
        x[13][k] += is_final ? final_coefficient[k] : 0;
    }
    UNROLLED(4)
    for (int m = 0; m < 4; m++) {
        int even[COLUMNS], odd[COLUMNS];

        transform_row(even, x, 2 * m);
        transform_row(odd, x, 2 * m + 1);
        UNROLLED(8)
        for (int i = 0; i < 8; i++) {
            Z[i][m] = PACKED(even[i], odd[i], 185);
            Z[i + 8][m] = PACKED(even[i + 8], odd[i + 8], 185);
            Z[i + 16][m] = PACKED(even[i], even[i + 8], 233);
            Z[i + 24][m] = PACKED(odd[i], odd[i + 8], 233);
        }
    }
}

/* The names A, B, C, D move on by one from step to step: D becomes A, A becomes B. Feistel j gets
 * what Feistel j ^ crossing gives. */
#define STEP(F, A, B, C, D, w, r, s, crossing)                                                     \
    do {                                                                                           \
        UNROLLED(4)                                                                                \
        for (int j = 0; j < 4; j++) {                                                              \
            D[j] = ROTL32(D[j] + (w)[j] + F(A[j], B[j], C[j]), s);                                 \
            A[j] = ROTL32(A[j], r);                                                                \
        }                                                                                          \
        UNROLLED(4)                                                                                \
        for (int j = 0; j < 4; j++)                                                                \
            D[j] += A[j ^ (crossing)];                                                             \
    } while (0)

#define CROSSING(i) ((i) % 3 + 1)

#define FOUR_STEPS(F, i, w0, w1, w2, w3, r0, r1, r2, r3)                                           \
    STEP(F, A, B, C, D, w0, r0, r1, CROSSING(i));                                                  \
    STEP(F, D, A, B, C, w1, r1, r2, CROSSING((i) + 1));                                            \
    STEP(F, C, D, A, B, w2, r2, r3, CROSSING((i) + 2));                                            \
    STEP(F, B, C, D, A, w3, r3, r0, CROSSING((i) + 3))

DEVICE void compress(u32 h[16], const u32 block[16], const int is_final) {
    u32 Z[32][4], A[4], B[4], C[4], D[4];

    expand(Z, block, is_final);
    UNROLLED(4)
    for (int j = 0; j < 4; j++) {
        A[j] = h[j] ^ block[j];
        B[j] = h[4 + j] ^ block[4 + j];
        C[j] = h[8 + j] ^ block[8 + j];
        D[j] = h[12 + j] ^ block[12 + j];
    }
    FOUR_STEPS(SELECT, 0, Z[4], Z[6], Z[0], Z[2], 3, 23, 17, 27);
    FOUR_STEPS(MAJORITY, 4, Z[7], Z[5], Z[3], Z[1], 3, 23, 17, 27);
    FOUR_STEPS(SELECT, 8, Z[15], Z[11], Z[12], Z[8], 28, 19, 22, 7);
    FOUR_STEPS(MAJORITY, 12, Z[9], Z[13], Z[10], Z[14], 28, 19, 22, 7);
    FOUR_STEPS(SELECT, 16, Z[17], Z[18], Z[23], Z[20], 29, 9, 15, 5);
    FOUR_STEPS(MAJORITY, 20, Z[22], Z[21], Z[16], Z[19], 29, 9, 15, 5);
    FOUR_STEPS(SELECT, 24, Z[30], Z[24], Z[25], Z[31], 4, 13, 10, 25);
    FOUR_STEPS(MAJORITY, 28, Z[27], Z[29], Z[28], Z[26], 4, 13, 10, 25);
    FOUR_STEPS(SELECT, 32, h, h + 4, h + 8, h + 12, 4, 13, 10, 25);
    COPY(h, A, 4);
    COPY(h + 4, B, 4);
    COPY(h + 8, C, 4);
    COPY(h + 12, D, 4);
}

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    const u64 blocks = (inlen + BLOCK - 1) / BLOCK;
    u32 h[16], block[16];

    COPY(h, start, 16);
    /* The last block has the length alone. */
    for (u64 i = 0; i <= blocks; i++) {
        load_block(block, in, i * BLOCK, inlen, 16, 0, 0);
        if (i == blocks) {
            block[0] = (u32)(inlen << 3);
            block[1] = (u32)(inlen >> 29);
        }
        compress(h, block, i == blocks);
    }
    store_words(out, h, CRYPTO_BYTES / 4, 0);
}

#include "one_each.h"
