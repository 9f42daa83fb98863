/* SPDX-License-Identifier: MIT */
/*
 * Luffa with words of 32 bits, one sub-state after the other.
 *
 * Technique: words a2 and a6 are complemented from the beginning of the first step to the end of
 * the last. With x2 complemented in the first group and x1 in the second, SubCrumb takes 13
 * operations instead of 15: three of them are and-not, and the others need no complement.
 * Complements go through MixWord; those that it brings to a0 and a4 are in the constants. A step
 * keeps its eight words in variables, and a step is unrolled, not the loop.
 *
 * Limit: the operations. A step has 60, the message injection 73 for three sub-states and 237 for
 * five: 1513 and 2637 for a block, 11.8 and 20.6 cycles/byte at four a cycle. Zen 5 needs
 * 12.6 and 22.0, and 14.5 and 26.3 in 32-bit code, where the words do not fit the registers.
 */
#include "words.h"

typedef struct {
    uint32_t V[SUBSTATES][8];
} state;

#define WORD_ROW(v0, v1, v2, v3, v4)                                                               \
    { v0, v1, v2, v3, v4 }
static const uint32_t initial[8][5] = {INITIAL_VALUE(WORD_ROW)};

#define STEP_ROW(p0, p1, p2, p3, p4, q0, q1, q2, q3, q4)                                           \
    {                                                                                              \
        {~p0, ~q0}, {~p1, ~q1}, {~p2, ~q2}, {~p3, ~q3}, { ~p4, ~q4 }                               \
    }
static const uint32_t step_constants[STEPS][5][2] = {STEP_CONSTANTS(STEP_ROW)};

static void start(state *at) {
    for (int j = 0; j < SUBSTATES; ++j)
        for (int k = 0; k < 8; ++k)
            at->V[j][k] = initial[k][j];
}

static void inject(uint32_t V[SUBSTATES][8], const unsigned char *block) {
    static const uint32_t zero[8] = {0};
    uint32_t sum[8], M[8], saved[8];

    for (int k = 0; k < 8; ++k) {
        sum[k] = V[0][k];
        for (int j = 1; j < SUBSTATES; ++j)
            sum[k] ^= V[j][k];
        M[k] = load_big_endian(block + 4 * k);
    }
    double_and_add(sum, zero);
    for (int j = 0; j < SUBSTATES; ++j)
        for (int k = 0; k < 8; ++k)
            V[j][k] ^= sum[k];
    if (SUBSTATES == 5) {
        memcpy(saved, V[0], sizeof saved);
        for (int j = 0; j < SUBSTATES - 1; ++j)
            double_and_add(V[j], V[j + 1]);
        double_and_add(V[SUBSTATES - 1], saved);
        memcpy(saved, V[SUBSTATES - 1], sizeof saved);
        for (int j = SUBSTATES - 1; j > 0; --j)
            double_and_add(V[j], V[j - 1]);
        double_and_add(V[0], saved);
    }
    for (int j = 0; j < SUBSTATES; ++j) {
        for (int k = 0; k < 8; ++k)
            V[j][k] ^= M[k];
        double_and_add(M, zero);
    }
}

static void permute(uint32_t a[8], unsigned j) {
    uint32_t a0 = a[0], a1 = a[1], a2 = ~a[2], a3 = a[3];
    uint32_t a4 = rotate_left(a[4], j), a5 = rotate_left(a[5], j);
    uint32_t a6 = ~rotate_left(a[6], j), a7 = rotate_left(a[7], j);

    for (int i = 0; i < STEPS; ++i) {
        STEP_OF_WORDS(a0, a1, a2, a3, a4, a5, a6, a7, step_constants[i][j]);
    }
    a[0] = a0, a[1] = a1, a[2] = ~a2, a[3] = a3;
    a[4] = a4, a[5] = a5, a[6] = ~a6, a[7] = a7;
}

static void rounds(state *at, const unsigned char *in, unsigned long long blocks) {
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        inject(at->V, in);
        for (unsigned j = 0; j < SUBSTATES; ++j)
            permute(at->V[j], j);
    }
}

static void put_sum(unsigned char *out, const state *at) {
    for (int k = 0; k < 8; ++k) {
        uint32_t word = 0;

        for (int j = 0; j < SUBSTATES; ++j)
            word ^= at->V[j][k];
        store_big_endian(out + 4 * k, word);
    }
}
