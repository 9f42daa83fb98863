/* SPDX-License-Identifier: MIT */
/* RIPEMD-160, after the paper of Dobbertin, Bosselaers and Preneel (1996); readable first.
 *
 * Technique: each step of a line makes one new value for B; A, C, D, E are the values that B had
 * before, those in A, D and E rotated by 10 bits. So a line is written as a recurrence over an
 * array that keeps its history, and the rotation moves to where an old value is read. Both lines
 * are one function: the right one takes the words in another order first, has constants of its
 * own, and goes through the five functions backwards.
 *
 * Invariant: before step j the paper's B and C are Q[j+4] and Q[j+3], and its D, E, A are Q[j+2],
 * Q[j+1], Q[j], each rotated left by 10; hence Q starts with A, E, D rotated back (left by 22) and
 * ends at index 84. No rotation is by 0 or 32: those by shift[][] are by 5 to 15.
 *
 * Rejected: the tables of 80 words and 80 shifts for each line. The paper makes the orders of the
 * words from two permutations, and has one table of shifts, by word, for both lines: 112 numbers
 * instead of 320.
 */
#include "crypto_hash.h"
#include <stdint.h>

enum { ROUNDS = 5, STEPS = 16 * ROUNDS };

/* What sets the lines apart: the order of the words in the first round (the identity, and the
 * paper's pi), the constants (2^30 times the square roots of 2, 3, 5, 7, and the cube roots), and
 * which function each round has. */
struct line {
    unsigned char order[16];
    uint32_t K[ROUNDS];
    unsigned char f[ROUNDS];
};

static const struct line left_line = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e},
                                      {1, 2, 3, 4, 5}};
static const struct line right_line = {{5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12},
                                       {0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0},
                                       {5, 4, 3, 2, 1}};

/* Makes the order of the words in each further round from the one before. */
static const unsigned char rho[16] = {7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8};

/* By how many bits the step that takes this word rotates, in each round. */
static const unsigned char shift[ROUNDS][16] = {
    {11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8},
    {12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7},
    {13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9},
    {14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6},
    {15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5}};

static const uint32_t INITIAL[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

#include "blocks.h"

static uint32_t rol(int n, uint32_t x) { return x << n | x >> (32 - n); }

/* The paper's f1 to f5. */
static uint32_t f(int i, uint32_t x, uint32_t y, uint32_t z) {
    switch (i) {
    case 1:
        return x ^ y ^ z;
    case 2:
        return (x & y) | (~x & z);
    case 3:
        return (x | ~y) ^ z;
    case 4:
        return (x & z) | (y & ~z);
    default:
        return x ^ (y | ~z);
    }
}

/* 80 steps from the paper's A, B, C, D, E in h to those in end. */
static void run(const struct line *line, uint32_t end[5], const uint32_t h[5],
                const uint32_t X[16]) {
    uint32_t Q[STEPS + 5] = {rol(22, h[0]), rol(22, h[4]), rol(22, h[3]), h[2], h[1]};
    unsigned char order[16];

    for (int i = 0; i < 16; i++)
        order[i] = line->order[i];
    for (int j = 0; j < STEPS; j++) {
        const int round = j / 16, r = order[j % 16];
        const uint32_t A = rol(10, Q[j]), E = rol(10, Q[j + 1]), D = rol(10, Q[j + 2]);
        const uint32_t sum = A + f(line->f[round], Q[j + 4], Q[j + 3], D) + X[r] + line->K[round];
        Q[j + 5] = rol(shift[round][r], sum) + E;
        order[j % 16] = rho[r];
    }
    end[0] = rol(10, Q[STEPS]);
    end[1] = Q[STEPS + 4];
    end[2] = Q[STEPS + 3];
    end[3] = rol(10, Q[STEPS + 2]);
    end[4] = rol(10, Q[STEPS + 1]);
}

static void compress(uint32_t *h, const unsigned char *M) {
    uint32_t X[16], left[5], right[5], old[5];

    for (int i = 0; i < 16; i++)
        X[i] = load_word(M + 4 * i);
    run(&left_line, left, h, X);
    run(&right_line, right, h, X);
    for (int i = 0; i < 5; i++)
        old[i] = h[i];
    for (int i = 0; i < 5; i++)
        h[i] = old[(i + 1) % 5] + left[(i + 2) % 5] + right[(i + 3) % 5];
}
