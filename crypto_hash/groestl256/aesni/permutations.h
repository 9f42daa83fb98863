/* SPDX-License-Identifier: MIT */
/*
 * P512 and Q512 side by side in eight vectors: vector i holds row i of P, then row i of Q, each of
 * 8 bytes. ShiftBytes is a shuffle of bytes, which also undoes the shift of rows that the S-box
 * instruction brings. No address and no branch depends on data. vector.h has the operations, and
 * says what bounds them.
 */
#include "vector.h"

#include "rows.h"

enum { ROUNDS = 10 };

#define FROM(k, p, q) (INVERSE(k) < 8 ? (INVERSE(k) + (p)) % 8 : 8 + (INVERSE(k) - 8 + (q)) % 8)
static const unsigned char order[8][16] = {
    {ORDER(FROM, 0, 1)}, {ORDER(FROM, 1, 3)}, {ORDER(FROM, 2, 5)}, {ORDER(FROM, 3, 7)},
    {ORDER(FROM, 4, 0)}, {ORDER(FROM, 5, 2)}, {ORDER(FROM, 6, 4)}, {ORDER(FROM, 7, 6)}};

/* Column j has the constant j << 4 ^ round: in row 0 of P, in row 7 of Q, which has ones, too. */
#define CONSTANT(round) (COLUMNS_0_TO_7 ^ ROUND_BYTES(round))

/* A round, before which ones have been added. `added`: for the next round's. */
TARGET static inline void round_of_both(vector a[8], uint64_t round, vector added) {
    a[0] = xor2(a[0], words(CONSTANT(round), 0));
    a[7] = xor2(a[7], words(0, CONSTANT(round)));
    shift_sub_mix(a, order, added);
}

TARGET static inline void P_and_Q(vector a[8]) {
    EACH_ROW(i) a[i] = xor2(a[i], words(0, ONES_BEFORE_Q));
    for (uint64_t round = 0; round < ROUNDS - 1; ++round)
        round_of_both(a, round, words(ADDED_IN_P, ADDED_IN_Q));
    round_of_both(a, ROUNDS - 1, words(ADDED_IN_P, ADDED_LAST_IN_Q));
}

/* Rows of P next to rows of Q. */
TARGET static inline void join(vector a[8], const vector p[4], const vector q[4]) {
    for (int i = 0; i < 4; ++i) {
        a[2 * i] = low_64(p[i], q[i]);
        a[2 * i + 1] = high_64(p[i], q[i]);
    }
}

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
TARGET static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                            unsigned long long blocks) {
    vector rows[4], a[8];

    for (int i = 0; i < 4; ++i)
        rows[i] = load_elements(h + 16 * i);
    transpose(rows, IN_ORDER);
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        vector p[4], q[4];

        for (int i = 0; i < 4; ++i)
            q[i] = load_elements(in + 16 * i);
        transpose(q, IN_ORDER);
        for (int i = 0; i < 4; ++i)
            p[i] = xor2(rows[i], q[i]);
        join(a, p, q);
        P_and_Q(a);
        for (int i = 0; i < 4; ++i)
            rows[i] = xor2(rows[i],
                           xor2(low_64(a[2 * i], a[2 * i + 1]), high_64(a[2 * i], a[2 * i + 1])));
    }
    transpose(rows, IN_ORDER);
    for (int i = 0; i < 4; ++i)
        store_elements(h + 16 * i, rows[i]);
}

/* h = P(h) ^ h */
TARGET static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    vector rows[4], a[8];

    for (int i = 0; i < 4; ++i)
        rows[i] = load_elements(h + 16 * i);
    transpose(rows, IN_ORDER);
    join(a, rows, rows);
    P_and_Q(a);
    for (int i = 0; i < 4; ++i)
        rows[i] = xor2(rows[i], low_64(a[2 * i], a[2 * i + 1]));
    transpose(rows, IN_ORDER);
    for (int i = 0; i < 4; ++i)
        store_elements(h + 16 * i, rows[i]);
}
