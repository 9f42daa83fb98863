/* SPDX-License-Identifier: MIT */
/*
 * SIMD-256 and SIMD-512 in portable C with words of 32 bits; columns.h and parameters.h have what
 * differs between the sizes.
 *
 * Technique: the transform of 32 n points as transforms of 2 n points (columns.h), products with
 * powers of alpha, and transforms of 16 points. The roots of the short ones are powers of two, so
 * they consist of additions and shifts. The steps rename A, B, C, D instead of moving them.
 *
 * Bound: a column's values are below 2^20, and below 2^27 with their power of alpha. reduce() makes
 * 264 or less of them, and of these the transform of 16 points makes less than 2^22.
 *
 * Limit: operations. A step of one Feistel takes 12, and 144 n of them are 27 n per byte over 16 n
 * bytes: 108 operations for each byte with the rotations as one, and the expansion as many again.
 * Zen 5 takes 21 cycles per byte in both sizes, as compilers make vectors of some of it.
 *
 * Rejected: reductions between the layers, as 16-bit numbers need them: 32 bits need none.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"

enum { BLOCK_BYTES = 16 * FEISTELS, ROWS = 2 * FEISTELS, COLUMNS = 16 };

typedef struct {
    uint32_t row[4][FEISTELS];
} state;

static inline uint32_t load_little_endian32(const unsigned char *bytes) {
    uint32_t x;
    memcpy(&x, bytes, sizeof x);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? x : __builtin_bswap32(x);
}

static inline void store_little_endian32(unsigned char *bytes, uint32_t x) {
    x = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? x : __builtin_bswap32(x);
    memcpy(bytes, &x, sizeof x);
}

static inline uint32_t rotate_left(uint32_t x, int n) { return x << n | x >> (32 - n); }

/* The same modulo 257, in -264 .. 263 for x below 2^27: 2^16 is 1, 2^8 is -1. */
static inline int reduce(int x) {
    x = (x & 0xffff) + (x >> 16);
    return (x & 0xff) - (x >> 8);
}

/* The same modulo 257 in -128 .. 128. Of comparisons compilers make branches; signs are masks. */
static inline int lift(int x) {
    x = reduce(x);
    return x - (257 & (128 - x) >> 31) + (257 & (x + 128) >> 31);
}

/* The transform of four numbers with the root 16. */
static inline void transform4(int y[4], int a, int b, int c, int d) {
    y[0] = (a + c) + (b + d);
    y[1] = (a - c) + 16 * (b - d);
    y[2] = (a + c) - (b + d);
    y[3] = (a - c) - 16 * (b - d);
}

/* The same where c and d are zero. */
static inline void transform2(int y[4], int a, int b) {
    y[0] = a + b;
    y[1] = a + 16 * b;
    y[2] = a - b;
    y[3] = a - 16 * b;
}

/* 2^(b c): 2^9 is -2. */
static const signed char inner_powers[4][4] = {
    {1, 1, 1, 1}, {1, 2, 4, 8}, {1, 4, 16, 64}, {1, 8, 64, -2}};

/* The second half of a transform of 16 points with the root 2: y[c], y[c + 4] and so on. */
static inline void second_half(int y[4], int p[4][4], int c) {
    const signed char *w = inner_powers[c];

    transform4(y, p[0][c], p[1][c] * w[1], p[2][c] * w[2], p[3][c] * w[3]);
}

#include "columns.h"
#include "twiddles.h"

#define NUMBERS(a, b, c, d, e, f, g, h) a, b, c, d, e, f, g, h,
static const int16_t alpha_powers[ROWS * COLUMNS] = {TWIDDLES(NUMBERS)};
static const int16_t last_coefficient[ROWS] = {POWERS_1(NUMBERS)};
static const int16_t final_coefficient[ROWS] = {POWERS_3(NUMBERS)};

/* Row k of the columns' transforms becomes y[k], y[k + ROWS] and so on: root 2. */
static inline void transform16(int y[ROWS * COLUMNS], const int x[COLUMNS][ROWS], int k) {
    int p[4][4];

    for (int b = 0; b < 4; ++b)
        transform4(p[b], x[b][k], x[b + 4][k], x[b + 8][k], x[b + 12][k]);
    for (int c = 0; c < 4; ++c) {
        int q[4];

        second_half(q, p, c);
        for (int d = 0; d < 4; ++d)
            y[ROWS * (c + 4 * d) + k] = lift(q[d]);
    }
}

static inline uint32_t pack(int low, int high, uint32_t factor) {
    return ((uint32_t)low * factor & 0xffff) | (uint32_t)high * factor << 16;
}

/* Z in the order of the codes, not of the steps. */
static void expand(uint32_t Z[32][FEISTELS], const unsigned char *block, int final) {
    int x[COLUMNS][ROWS], y[ROWS * COLUMNS];

    for (int j = 0; j < COLUMNS; ++j) {
        columns(x[j], block + j);
        for (int k = 0; k < ROWS; ++k)
            x[j][k] = reduce(x[j][k] * alpha_powers[COLUMNS * k + j]);
    }
    for (int k = 0; k < ROWS; ++k) {
        x[15][k] += last_coefficient[k];
        x[13][k] += final ? final_coefficient[k] : 0;
    }
    for (int k = 0; k < ROWS; ++k)
        transform16(y, (const int(*)[ROWS])x, k);
    for (int i = 0; i < 8; ++i) {
        const int *low = y + ROWS * i, *high = low + 8 * ROWS;

        for (int j = 0; j < FEISTELS; ++j) {
            Z[i][j] = pack(low[2 * j], low[2 * j + 1], 185);
            Z[i + 8][j] = pack(high[2 * j], high[2 * j + 1], 185);
            Z[i + 16][j] = pack(low[2 * j], high[2 * j], 233);
            Z[i + 24][j] = pack(low[2 * j + 1], high[2 * j + 1], 233);
        }
    }
}

#define IF(x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define MAJ(x, y, z) ((((y) ^ (z)) & (x)) | ((y) & (z)))

/* The names A, B, C, D move on by one from step to step: D becomes A, A becomes B. */
#define STEP(F, A, B, C, D, w, r, s, crossing)                                                     \
    do {                                                                                           \
        for (int j = 0; j < FEISTELS; ++j) {                                                       \
            D[j] = rotate_left(D[j] + (w)[j] + F(A[j], B[j], C[j]), s);                            \
            A[j] = rotate_left(A[j], r);                                                           \
        }                                                                                          \
        for (int j = 0; j < FEISTELS; ++j)                                                         \
            D[j] += A[j ^ (crossing)];                                                             \
    } while (0)

#define FOUR_STEPS(F, i, w0, w1, w2, w3, r0, r1, r2, r3)                                           \
    STEP(F, A, B, C, D, w0, r0, r1, CROSSING(i));                                                  \
    STEP(F, D, A, B, C, w1, r1, r2, CROSSING((i) + 1));                                            \
    STEP(F, C, D, A, B, w2, r2, r3, CROSSING((i) + 2));                                            \
    STEP(F, B, C, D, A, w3, r3, r0, CROSSING((i) + 3))

static void compress(state *at, const unsigned char *block, int final) {
    uint32_t Z[32][FEISTELS], A[FEISTELS], B[FEISTELS], C[FEISTELS], D[FEISTELS];

    expand(Z, block, final);
    for (int j = 0; j < FEISTELS; ++j) {
        A[j] = at->row[0][j] ^ load_little_endian32(block + 4 * j);
        B[j] = at->row[1][j] ^ load_little_endian32(block + 4 * (FEISTELS + j));
        C[j] = at->row[2][j] ^ load_little_endian32(block + 4 * (2 * FEISTELS + j));
        D[j] = at->row[3][j] ^ load_little_endian32(block + 4 * (3 * FEISTELS + j));
    }
    FOUR_STEPS(IF, 0, Z[4], Z[6], Z[0], Z[2], 3, 23, 17, 27);
    FOUR_STEPS(MAJ, 4, Z[7], Z[5], Z[3], Z[1], 3, 23, 17, 27);
    FOUR_STEPS(IF, 8, Z[15], Z[11], Z[12], Z[8], 28, 19, 22, 7);
    FOUR_STEPS(MAJ, 12, Z[9], Z[13], Z[10], Z[14], 28, 19, 22, 7);
    FOUR_STEPS(IF, 16, Z[17], Z[18], Z[23], Z[20], 29, 9, 15, 5);
    FOUR_STEPS(MAJ, 20, Z[22], Z[21], Z[16], Z[19], 29, 9, 15, 5);
    FOUR_STEPS(IF, 24, Z[30], Z[24], Z[25], Z[31], 4, 13, 10, 25);
    FOUR_STEPS(MAJ, 28, Z[27], Z[29], Z[28], Z[26], 4, 13, 10, 25);
    FOUR_STEPS(IF, 32, at->row[0], at->row[1], at->row[2], at->row[3], 4, 13, 10, 25);
    memcpy(at->row[0], A, sizeof A);
    memcpy(at->row[1], B, sizeof B);
    memcpy(at->row[2], C, sizeof C);
    memcpy(at->row[3], D, sizeof D);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    state at;
    unsigned char last[BLOCK_BYTES] = {0};
    uint64_t bits = (uint64_t)inlen << 3;

    memcpy(&at, initial_value, sizeof at);
    for (; inlen >= BLOCK_BYTES; in += BLOCK_BYTES, inlen -= BLOCK_BYTES)
        compress(&at, in, 0);
    if (inlen > 0) {
        memcpy(last, in, inlen);
        compress(&at, last, 0);
        memset(last, 0, sizeof last);
    }
    store_little_endian32(last, (uint32_t)bits);
    store_little_endian32(last + 4, (uint32_t)(bits >> 32));
    compress(&at, last, 1);
    for (int i = 0; i < crypto_hash_BYTES / 4; ++i)
        store_little_endian32(out + 4 * i, at.row[i / FEISTELS][i % FEISTELS]);
    return 0;
}
