/* SPDX-License-Identifier: MIT */
/*
 * Fugue with 256 or 512 bits of output, as in the second round of the SHA-3 competition ("The Hash
 * Function Fugue", Halevi, Hall and Jutla, 2009). parameters.h holds what the sizes do not share:
 * the columns, the initial value, TIX and the steps of the final phases. fugue512 has this same
 * file.
 *
 * Technique: the state S is an array of columns of four bytes, as in the specification, and each of
 * its steps TIX, ROR, CMIX and SMIX is a function. SMIX follows its definition as a product of
 * matrices. The state is moved by ROR, for the sake of clarity.
 * S-box and field arithmetic look at secret bytes: this is not constant-time code.
 *
 * Rejected: columns as 32-bit words, which hide that SMIX works on rows as well.
 */
#include "aes_s_box.h"
#include "crypto_hash.h"
#include <string.h>

typedef unsigned char column[4];

#include "parameters.h"

/* The S-box of AES. */
#define ENTRY(s) s,
static const unsigned char S_box[256] = {AES_S_BOX(ENTRY)};

/* The matrix that both sides of SMIX use; M[i][j] is in row i and column j. */
static const unsigned char M[4][4] = {{1, 4, 7, 1}, {1, 1, 4, 7}, {7, 1, 1, 4}, {4, 7, 1, 1}};

static void add_column(column to, const column from) {
    for (int row = 0; row < 4; ++row)
        to[row] ^= from[row];
}

/* Twice a byte in GF(256) modulo X^8 + X^4 + X^3 + X + 1. */
static unsigned char twice(unsigned b) { return (unsigned char)(b << 1 ^ (b >> 7) * 0x11b); }

/* times[m] = m b, for each m in the matrix M. */
static void multiply(unsigned char times[8], unsigned char b) {
    times[1] = b;
    times[4] = twice(twice(b));
    times[7] = times[4] ^ twice(b) ^ b;
}

/* Column i becomes column i + count. */
static void ROR(column S[COLUMNS], unsigned count) {
    column old[COLUMNS];

    memcpy(old, S, sizeof old);
    for (unsigned i = 0; i < COLUMNS; ++i)
        memcpy(S[(i + count) % COLUMNS], old[i], sizeof(column));
}

static void CMIX(column S[COLUMNS]) {
    for (unsigned i = 0; i < 3; ++i) {
        add_column(S[i], S[4 + i]);
        add_column(S[COLUMNS / 2 + i], S[4 + i]);
    }
}

/*
 * Super-Mix of columns 0 to 3: with U the matrix of their bytes after the S-box, and D the diagonal
 * matrix of the sums of U's rows without their elements on the diagonal, row i of M U + D M^T is
 * rotated left by i.
 */
static void SMIX(column S[COLUMNS]) {
    unsigned char U[4][4], D[4] = {0}, sum[4][4] = {{0}}, times[8];

    for (unsigned i = 0; i < 4; ++i)
        for (unsigned j = 0; j < 4; ++j) {
            U[i][j] = S_box[S[j][i]];
            D[i] ^= j == i ? 0 : U[i][j];
        }
    for (unsigned i = 0; i < 4; ++i)
        for (unsigned j = 0; j < 4; ++j) {
            multiply(times, U[i][j]);
            for (unsigned row = 0; row < 4; ++row)
                sum[row][j] ^= times[M[row][i]];
        }
    for (unsigned i = 0; i < 4; ++i) {
        multiply(times, D[i]);
        for (unsigned j = 0; j < 4; ++j)
            S[(j + 4 - i) % 4][i] = sum[i][j] ^ times[M[j][i]];
    }
}

static void sub_rounds(column S[COLUMNS], unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
        ROR(S, 3);
        CMIX(S);
        SMIX(S);
    }
}

/* The round transformation R: one column of input. */
static void R(column S[COLUMNS], const column I) {
    TIX(S, I);
    sub_rounds(S, SUB_ROUNDS);
}

/* Column 0 is added to the first column of each quarter or half, whose places vary by one. */
static void add_to_parts(column S[COLUMNS], const struct step *step) {
    for (unsigned i = 0; i < PARTS; ++i)
        add_column(S[step->added_to[i]], S[0]);
}

/* The final transformation G: rounds G1, rounds G2, and an addition after the last. */
static void G(column S[COLUMNS]) {
    sub_rounds(S, G1_SUB_ROUNDS);
    for (unsigned round = 0; round < 13; ++round)
        for (unsigned i = 0; i < PARTS; ++i) {
            add_to_parts(S, &G2[i]);
            ROR(S, G2[i].ROR);
            SMIX(S);
        }
    add_to_parts(S, &G2[0]);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    column S[COLUMNS] = {{0}}, last = {0}, length[2];

    memcpy(S[COLUMNS - sizeof IV / sizeof(column)], IV, sizeof IV);
    for (unsigned long long i = 0; i < inlen / 4; ++i, in += 4)
        R(S, in);
    for (unsigned i = 0; i < inlen % 4; ++i)
        last[i] = in[i];
    if (inlen % 4 > 0)
        R(S, last);

    /* The length in bits, modulo 2^64, is the last two columns. */
    for (unsigned i = 0; i < 8; ++i)
        length[i / 4][i % 4] = (unsigned char)(inlen * 8 >> (56 - 8 * i));
    R(S, length[0]);
    R(S, length[1]);

    G(S);
    for (unsigned i = 0; i < PARTS; ++i)
        memcpy(out + 16 * i, S[i == 0 ? 1 : G2[0].added_to[i]], 16);
    return 0;
}
