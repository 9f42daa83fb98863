/* SPDX-License-Identifier: MIT */
/*
 * Luffa, version 2 (second round of the SHA-3 competition), with 256 or 512 bits of output
 * (crypto_hash_BYTES). luffa512 has this same file; parameters.h holds the number of sub-states w
 * and of blank rounds.
 *
 * The names and the steps are those of "Hash Function Luffa: Specification", Ver. 2.0, by
 * Christophe De Canniere, Hisayoshi Sato and Dai Watanabe.
 *
 * Technique: none. The state is w sub-states V_j of eight 32-bit words a_0 .. a_7. SubCrumb applies
 * the 4-bit S-box to 32 crumbs at once, with the logic functions that the specification's sequence
 * of instructions computes; nothing depends on the message but data.
 *
 * Rejected: the S-box as a table of 16 crumbs. It would gather and scatter single bits of words.
 */
#include "crypto_hash.h"
#include <stdint.h>

#include "constants.h"
#include "parameters.h"

enum { BLOCK_BYTES = 32, STEPS = 8 };

#define FIVE(v0, v1, v2, v3, v4)                                                                   \
    { v0, v1, v2, v3, v4 }
#define TEN(p0, p1, p2, p3, p4, q0, q1, q2, q3, q4)                                                \
    {                                                                                              \
        {p0, p1, p2, p3, p4}, { q0, q1, q2, q3, q4 }                                               \
    }
static const uint32_t initial_value[8][5] = {INITIAL_VALUE(FIVE)};
static const uint32_t step_constant[STEPS][2][5] = {STEP_CONSTANTS(TEN)};

static uint32_t load_big_endian(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void store_big_endian(unsigned char *bytes, uint32_t word) {
    for (int i = 3; i >= 0; --i, word >>= 8)
        bytes[i] = (unsigned char)word;
}

/* n is in 1 .. 31. */
static inline uint32_t rotate_left(uint32_t word, unsigned n) {
    return word << n | word >> (32 - n);
}

static void add(uint32_t a[8], const uint32_t b[8]) {
    for (int k = 0; k < 8; ++k)
        a[k] ^= b[k];
}

/* Times X modulo X^8 + X^4 + X^3 + X + 1; a_k is the coefficient of X^k in 32 elements. */
static void multiply_by_2(uint32_t a[8]) {
    uint32_t a7 = a[7];

    for (int k = 7; k > 0; --k)
        a[k] = a[k - 1];
    a[0] = a7;
    a[1] ^= a7;
    a[3] ^= a7;
    a[4] ^= a7;
}

/* V_j = 2 V_j + V_(j+neighbour) */
static void mix_with_neighbour(uint32_t V[w][8], int neighbour) {
    uint32_t before[w][8];

    for (int j = 0; j < w; ++j)
        for (int k = 0; k < 8; ++k)
            before[j][k] = V[j][k];
    for (int j = 0; j < w; ++j) {
        multiply_by_2(V[j]);
        add(V[j], before[(j + neighbour) % w]);
    }
}

static void MessageInjection(uint32_t V[w][8], uint32_t M[8]) {
    uint32_t sum[8] = {0};

    for (int j = 0; j < w; ++j)
        add(sum, V[j]);
    multiply_by_2(sum);
    for (int j = 0; j < w; ++j)
        add(V[j], sum);
    if (w == 5) {
        mix_with_neighbour(V, 1);
        mix_with_neighbour(V, w - 1);
    }
    for (int j = 0; j < w; ++j) {
        add(V[j], M);
        multiply_by_2(M);
    }
}

static void Tweak(uint32_t a[8], int j) {
    for (int k = 4; k < 8 && j > 0; ++k)
        a[k] = rotate_left(a[k], (unsigned)j);
}

/* The S-box 13 14 0 1 5 10 7 6 11 3 9 12 15 8 2 4 of 32 crumbs; x0 is their least significant bit.
 */
static void SubCrumb(uint32_t *x0, uint32_t *x1, uint32_t *x2, uint32_t *x3) {
    uint32_t g = (*x0 | *x1) ^ *x3;
    uint32_t p = *x2 ^ *x3;
    uint32_t q = *x3 & *x0;
    uint32_t r = ~*x1 ^ q;
    uint32_t s = q ^ p;
    uint32_t v = (p & g) ^ r;
    uint32_t t = r | s;

    *x0 ^= t;
    *x1 = t ^ ~g;
    *x2 = v & t;
    *x3 = s ^ v;
}

static void MixWord(uint32_t *left, uint32_t *right) {
    *right ^= *left;
    *left = rotate_left(*left, 2) ^ *right;
    *right = rotate_left(*right, 14) ^ *left;
    *left = rotate_left(*left, 10) ^ *right;
    *right = rotate_left(*right, 1);
}

static void AddConstant(uint32_t a[8], int j, int step) {
    a[0] ^= step_constant[step][0][j];
    a[4] ^= step_constant[step][1][j];
}

/* The permutation Q_j. */
static void Permute(uint32_t a[8], int j) {
    Tweak(a, j);
    for (int step = 0; step < STEPS; ++step) {
        SubCrumb(&a[0], &a[1], &a[2], &a[3]);
        SubCrumb(&a[5], &a[6], &a[7], &a[4]);
        for (int k = 0; k < 4; ++k)
            MixWord(&a[k], &a[k + 4]);
        AddConstant(a, j, step);
    }
}

static void Round(uint32_t V[w][8], uint32_t M[8]) {
    MessageInjection(V, M);
    for (int j = 0; j < w; ++j)
        Permute(V[j], j);
}

static void absorb(uint32_t V[w][8], const unsigned char block[BLOCK_BYTES]) {
    uint32_t M[8];

    for (int k = 0; k < 8; ++k)
        M[k] = load_big_endian(block + 4 * k);
    Round(V, M);
}

/* A single 1 bit, then zeros; the length is not a part of the padding. */
static void absorb_rest(uint32_t V[w][8], const unsigned char *rest, unsigned left) {
    unsigned char block[BLOCK_BYTES] = {0};

    for (unsigned i = 0; i < left; ++i)
        block[i] = rest[i];
    block[left] = 0x80;
    absorb(V, block);
}

/* Each blank round gives 256 bits of the digest. */
static void Finalization(unsigned char *out, uint32_t V[w][8]) {
    for (int round = 0; round < BLANK_ROUNDS; ++round, out += BLOCK_BYTES) {
        uint32_t zero[8] = {0}, Z[8] = {0};

        Round(V, zero);
        for (int j = 0; j < w; ++j)
            add(Z, V[j]);
        for (int k = 0; k < 8; ++k)
            store_big_endian(out + 4 * k, Z[k]);
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t V[w][8];

    for (int j = 0; j < w; ++j)
        for (int k = 0; k < 8; ++k)
            V[j][k] = initial_value[k][j];
    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        absorb(V, in);
    absorb_rest(V, in, inlen % BLOCK_BYTES);
    Finalization(out, V);
    return 0;
}
