/* SPDX-License-Identifier: MIT */
/*
 * P512 and Q512 side by side in four vectors: the first lane of vector k holds rows k+4 and k of
 * P, each of 8 bytes, and the second those of Q. Index i+4 of MixBytes, modulo 8, is then an
 * exchange of halves within lanes. ShiftBytes is a shuffle of bytes, which also undoes the shift of
 * rows that the S-box instruction brings, and exchanges rows k and k+4 back: MixBytes leaves them
 * exchanged. No address and no branch depends on data. vector.h has the operations, and says what
 * bounds them.
 */
#include "vector.h"

#include "rows.h"

enum { ROUNDS = 10 };

#define FROM(k, s, s4) (INVERSE(k) < 8 ? 8 + (INVERSE(k) + (s)) % 8 : (INVERSE(k) - 8 + (s4)) % 8)
static const unsigned char order[4][32] = {
    {ORDER(FROM, 0, 4), ORDER(FROM, 1, 0)},
    {ORDER(FROM, 1, 5), ORDER(FROM, 3, 2)},
    {ORDER(FROM, 2, 6), ORDER(FROM, 5, 4)},
    {ORDER(FROM, 3, 7), ORDER(FROM, 7, 6)},
};

#define exchanged(a) _mm256_shuffle_epi32(a, 0x4e)

#define SHIFT_SUB(k) aes_shift_sub_add(shuffled(b[k], load(order[k])), added)

/* Column j has the constant j << 4 ^ round: in row 0 of P, in row 7 of Q, which has ones, too. */
#define CONSTANT(round) (COLUMNS_0_TO_7 ^ ROUND_BYTES(round))

/* A round, before which ones have been added. `added`: for the next round's. */
TARGET static inline void round_of_both(vector b[4], uint64_t round, vector added) {
    b[0] = xor2(b[0], words(0, CONSTANT(round), 0, 0));
    b[3] = xor2(b[3], words(0, 0, CONSTANT(round), 0));

    vector a0 = SHIFT_SUB(0), a1 = SHIFT_SUB(1), a2 = SHIFT_SUB(2), a3 = SHIFT_SUB(3);
    vector t0 = xor2(a0, a1), t1 = xor2(a1, a2), t2 = xor2(a2, a3), t3 = xor2(a3, exchanged(a0));
    vector t4 = exchanged(t0), t5 = exchanged(t1), t7 = xor2(exchanged(a3), a0);
    vector y0 = xor3(t0, t2, exchanged(a2)), y1 = xor3(t1, t3, exchanged(a3));
    vector y2 = xor3(t2, t4, a0), y3 = xor3(t3, t5, a1);

    b[0] = sum_4_2_1(xor2(t7, t2), y3, y0);
    b[1] = sum_4_2_1(xor2(t0, t3), exchanged(y0), y1);
    b[2] = sum_4_2_1(xor2(t1, t4), exchanged(y1), y2);
    b[3] = sum_4_2_1(xor2(t2, t5), exchanged(y2), y3);
}

TARGET static inline void P_and_Q(vector b[4]) {
    for (int k = 0; k < 4; ++k)
        b[k] = xor2(b[k], words(0, 0, ONES_BEFORE_Q, ONES_BEFORE_Q));
    for (uint64_t round = 0; round < ROUNDS - 1; ++round)
        round_of_both(b, round, words(ADDED_IN_P, ADDED_IN_P, ADDED_IN_Q, ADDED_IN_Q));
    round_of_both(b, ROUNDS - 1, words(ADDED_IN_P, ADDED_IN_P, ADDED_LAST_IN_Q, ADDED_LAST_IN_Q));
}

/* A block in both lanes. */
TARGET static inline void load_rows(vector rows[4], const unsigned char *bytes) {
    static const unsigned char pairs[16] = {4, 12, 0, 8, 5, 13, 1, 9, 6, 14, 2, 10, 7, 15, 3, 11};

    for (int i = 0; i < 4; ++i)
        rows[i] = each_lane(bytes + 16 * i);
    transpose(rows, pairs);
}

/* The block in the first lanes. */
TARGET static inline void store_rows(unsigned char *bytes, const vector rows[4]) {
    vector columns[4] = {high_64(rows[0], rows[1]), high_64(rows[2], rows[3]),
                         low_64(rows[0], rows[1]), low_64(rows[2], rows[3])};

    transpose(columns, IN_ORDER);
    for (int i = 0; i < 4; ++i)
        store_lane(bytes + 16 * i, first_lane(columns[i]));
}

#define P_alone(a) _mm256_zextsi128_si256(first_lane(a))

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
TARGET static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                            unsigned long long blocks) {
    vector rows[4], b[4];

    load_rows(rows, h);
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        load_rows(b, in);
        for (int k = 0; k < 4; ++k)
            b[k] = xor2(b[k], P_alone(rows[k]));
        P_and_Q(b);
        for (int k = 0; k < 4; ++k)
            rows[k] = xor3(rows[k], b[k], lanes(second_lane(b[k]), second_lane(b[k])));
    }
    store_rows(h, rows);
}

/* h = P(h) ^ h */
TARGET static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    vector rows[4], b[4];

    load_rows(rows, h);
    for (int k = 0; k < 4; ++k)
        b[k] = rows[k];
    P_and_Q(b);
    for (int k = 0; k < 4; ++k)
        rows[k] = xor2(rows[k], b[k]);
    store_rows(h, rows);
}
