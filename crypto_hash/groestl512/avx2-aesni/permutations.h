/* SPDX-License-Identifier: MIT */
/*
 * P1024 and Q1024 side by side in eight vectors: vector i holds row i of P, then row i of Q, each
 * of 16 bytes. ShiftBytes is a shuffle of bytes, which also undoes the shift of rows that the S-box
 * instruction brings. No address and no branch depends on data. vector.h has the operations, and
 * says what bounds them.
 */
#include "vector.h"

#include "rows.h"

enum { ROUNDS = 14 };

#define FROM(k, s, unused) ((INVERSE(k) + (s)) % 16)
#define ORDERS(p, q) ORDER(FROM, p, 0), ORDER(FROM, q, 0)
static const unsigned char order[8][32] = {
    {ORDERS(0, 1)}, {ORDERS(1, 3)}, {ORDERS(2, 5)}, {ORDERS(3, 11)},
    {ORDERS(4, 0)}, {ORDERS(5, 2)}, {ORDERS(6, 4)}, {ORDERS(11, 6)},
};

/* Column j has the constant j << 4 ^ round: in row 0 of P, in row 7 of Q, which has ones, too. */
#define LEFT(round) (COLUMNS_0_TO_7 ^ ROUND_BYTES(round))
#define RIGHT(round) (COLUMNS_8_TO_15 ^ ROUND_BYTES(round))

/* A round, before which ones have been added. `added`: for the next round's. */
TARGET static inline void round_of_both(vector a[8], uint64_t round, vector added) {
    a[0] = xor2(a[0], words(LEFT(round), RIGHT(round), 0, 0));
    a[7] = xor2(a[7], words(0, 0, LEFT(round), RIGHT(round)));
    shift_sub_mix(a, order, added);
}

TARGET static inline void P_and_Q(vector a[8]) {
    EACH_ROW(i) a[i] = xor2(a[i], words(0, 0, ONES_BEFORE_Q, ONES_BEFORE_Q));
    for (uint64_t round = 0; round < ROUNDS - 1; ++round)
        round_of_both(a, round, words(ADDED_IN_P, ADDED_IN_P, ADDED_IN_Q, ADDED_IN_Q));
    round_of_both(a, ROUNDS - 1, words(ADDED_IN_P, ADDED_IN_P, ADDED_LAST_IN_Q, ADDED_LAST_IN_Q));
}

/* Words 0, 2, 1 and 3: of rows' halves side by side, rows; and of rows, their halves. */
#define middle_exchanged(a) _mm256_permute4x64_epi64(a, 0xd8)
#define first_lanes(a, b) _mm256_permute2x128_si256(a, b, 0x20)
#define second_lanes(a, b) _mm256_permute2x128_si256(a, b, 0x31)

/* Rows 2 i and 2 i + 1 of a block in vector i. */
TARGET static inline void load_rows(vector rows[4], const unsigned char *bytes) {
    for (int i = 0; i < 4; ++i)
        rows[i] = lanes(load_lane(bytes + 16 * i), load_lane(bytes + 64 + 16 * i));
    transpose(rows, IN_ORDER);
    for (int i = 0; i < 4; ++i)
        rows[i] = middle_exchanged(rows[i]);
}

TARGET static inline void store_rows(unsigned char *bytes, vector rows[4]) {
    for (int i = 0; i < 4; ++i)
        rows[i] = middle_exchanged(rows[i]);
    transpose(rows, IN_ORDER);
    for (int i = 0; i < 4; ++i) {
        store_lane(bytes + 16 * i, first_lane(rows[i]));
        store_lane(bytes + 64 + 16 * i, second_lane(rows[i]));
    }
}

/* P(p) and Q(q), of which p and q are two rows in a vector. */
TARGET static inline void permute(vector p[4], vector q[4]) {
    vector a[8];

    for (int i = 0; i < 4; ++i) {
        a[2 * i] = first_lanes(p[i], q[i]);
        a[2 * i + 1] = second_lanes(p[i], q[i]);
    }
    P_and_Q(a);
    for (int i = 0; i < 4; ++i) {
        p[i] = first_lanes(a[2 * i], a[2 * i + 1]);
        q[i] = second_lanes(a[2 * i], a[2 * i + 1]);
    }
}

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
TARGET static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                            unsigned long long blocks) {
    vector rows[4];

    load_rows(rows, h);
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        vector p[4], q[4];

        load_rows(q, in);
        for (int i = 0; i < 4; ++i)
            p[i] = xor2(rows[i], q[i]);
        permute(p, q);
        for (int i = 0; i < 4; ++i)
            rows[i] = xor3(rows[i], p[i], q[i]);
    }
    store_rows(h, rows);
}

/* h = P(h) ^ h */
TARGET static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    vector rows[4], p[4], q[4];

    load_rows(rows, h);
    for (int i = 0; i < 4; ++i)
        p[i] = q[i] = rows[i];
    permute(p, q);
    for (int i = 0; i < 4; ++i)
        rows[i] = xor2(rows[i], p[i]);
    store_rows(h, rows);
}
