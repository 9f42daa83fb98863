/* SPDX-License-Identifier: MIT */
/*
 * P1024 and Q1024, a round of each in turns, in eight vectors each: vector i holds row i, 16 bytes.
 * What one waits for fits beside the other, whose rows wait in memory meanwhile.
 * ShiftBytes is a shuffle of bytes, which also undoes the shift of rows that the S-box instruction
 * brings. No address and no branch depends on data. vector.h has the operations, and says what
 * bounds them.
 */
#include "vector.h"

#include "rows.h"

enum { ROUNDS = 14 };

#define FROM(k, s, unused) ((INVERSE(k) + (s)) % 16)
static const unsigned char order_P[8][16] = {
    {ORDER(FROM, 0, 0)}, {ORDER(FROM, 1, 0)}, {ORDER(FROM, 2, 0)}, {ORDER(FROM, 3, 0)},
    {ORDER(FROM, 4, 0)}, {ORDER(FROM, 5, 0)}, {ORDER(FROM, 6, 0)}, {ORDER(FROM, 11, 0)}};
static const unsigned char order_Q[8][16] = {
    {ORDER(FROM, 1, 0)}, {ORDER(FROM, 3, 0)}, {ORDER(FROM, 5, 0)}, {ORDER(FROM, 11, 0)},
    {ORDER(FROM, 0, 0)}, {ORDER(FROM, 2, 0)}, {ORDER(FROM, 4, 0)}, {ORDER(FROM, 6, 0)}};

/* Column j has the constant j << 4 ^ round: in row 0 of P, in row 7 of Q, which has ones, too. */
#define CONSTANT(round)                                                                            \
    words(COLUMNS_0_TO_7 ^ ROUND_BYTES(round), COLUMNS_8_TO_15 ^ ROUND_BYTES(round))

TARGET static inline void P_round(vector a[8], uint64_t round) {
    a[0] = xor2(a[0], CONSTANT(round));
    shift_sub_mix(a, order_P, words(ADDED_IN_P, ADDED_IN_P));
}

/* Ones have been added before. `added`: for the next round's. */
TARGET static inline void Q_round(vector a[8], uint64_t round, vector added) {
    a[7] = xor2(a[7], CONSTANT(round));
    shift_sub_mix(a, order_Q, added);
}

TARGET static inline void load_rows(vector a[8], const unsigned char *bytes) {
    vector left[4], right[4];

    for (int i = 0; i < 4; ++i) {
        left[i] = load_elements(bytes + 16 * i);
        right[i] = load_elements(bytes + 64 + 16 * i);
    }
    transpose(left, IN_ORDER);
    transpose(right, IN_ORDER);
    for (int i = 0; i < 4; ++i) {
        a[2 * i] = low_64(left[i], right[i]);
        a[2 * i + 1] = high_64(left[i], right[i]);
    }
}

TARGET static inline void store_rows(unsigned char *bytes, const vector a[8]) {
    vector left[4], right[4];

    for (int i = 0; i < 4; ++i) {
        left[i] = low_64(a[2 * i], a[2 * i + 1]);
        right[i] = high_64(a[2 * i], a[2 * i + 1]);
    }
    transpose(left, IN_ORDER);
    transpose(right, IN_ORDER);
    for (int i = 0; i < 4; ++i) {
        store_elements(bytes + 16 * i, left[i]);
        store_elements(bytes + 64 + 16 * i, right[i]);
    }
}

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
TARGET static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                            unsigned long long blocks) {
    vector rows[8];

    load_rows(rows, h);
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        vector p[8], q[8];

        load_rows(q, in);
        EACH_ROW(i) p[i] = xor2(rows[i], q[i]);
        EACH_ROW(i) q[i] = xor2(q[i], words(ONES_BEFORE_Q, ONES_BEFORE_Q));
        for (uint64_t round = 0; round < ROUNDS - 1; ++round) {
            P_round(p, round);
            Q_round(q, round, words(ADDED_IN_Q, ADDED_IN_Q));
        }
        P_round(p, ROUNDS - 1);
        Q_round(q, ROUNDS - 1, words(ADDED_LAST_IN_Q, ADDED_LAST_IN_Q));
        EACH_ROW(i) rows[i] = xor2(rows[i], xor2(p[i], q[i]));
    }
    store_rows(h, rows);
}

/* h = P(h) ^ h */
TARGET static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    vector rows[8], p[8];

    load_rows(rows, h);
    EACH_ROW(i) p[i] = rows[i];
    for (uint64_t round = 0; round < ROUNDS; ++round)
        P_round(p, round);
    EACH_ROW(i) rows[i] = xor2(rows[i], p[i]);
    store_rows(h, rows);
}
