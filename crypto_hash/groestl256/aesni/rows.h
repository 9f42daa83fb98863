/* SPDX-License-Identifier: MIT */

/* SubBytes, ShiftBytes and MixBytes on eight rows of 16 bytes, and columns turned into rows. */

#define EACH_ROW(i) for (int i = 0; i < 8; ++i)

/*
 * Q's round constants have ones nearly everywhere. They are added in the round before, where the
 * S-box instruction adds something anyway: MixBytes of columns of equal bytes c is 3 c, as its
 * constants add up to 3, and 3 times 55 is ff.
 */
#define ONES (~UINT64_C(0))
#define THIRD_OF_ONES UINT64_C(0x5555555555555555)

/*
 * The order of bytes that, after the shift of rows in a round of AES, is the one wanted: byte k
 * goes where that shift takes the byte at INVERSE(k) from.
 */
#define INVERSE(k) ((k) % 4 + 4 * (((k) / 4 + 4 - (k) % 4) % 4))
#define ORDER(FROM, s, s2)                                                                         \
    FROM(0, s, s2), FROM(1, s, s2), FROM(2, s, s2), FROM(3, s, s2), FROM(4, s, s2),                \
        FROM(5, s, s2), FROM(6, s, s2), FROM(7, s, s2), FROM(8, s, s2), FROM(9, s, s2),            \
        FROM(10, s, s2), FROM(11, s, s2), FROM(12, s, s2), FROM(13, s, s2), FROM(14, s, s2),       \
        FROM(15, s, s2)

/*
 * b_i = 2 (2 x_(i+3) + y_(i+7)) + y_(i+4) with t_i = a_i + a_(i+1), x_i = t_i + t_(i+3) and
 * y_i = t_i + t_(i+2) + a_(i+6), indices modulo 8.
 */
TARGET static inline void MixBytes(vector a[8]) {
    vector t[8], y[8];

    EACH_ROW(i) t[i] = xor2(a[i], a[(i + 1) % 8]);
    EACH_ROW(i) y[i] = xor3(t[i], t[(i + 2) % 8], a[(i + 6) % 8]);
    EACH_ROW(i) {
        vector x = xor2(t[(i + 3) % 8], t[(i + 6) % 8]);
        a[i] = twice_and(twice_and(x, y[(i + 7) % 8]), y[(i + 4) % 8]);
    }
}

TARGET static inline void shift_sub_mix(vector a[8], const unsigned char order[8][sizeof(vector)],
                                        vector added) {
    EACH_ROW(i) a[i] = aes_shift_sub_add(shuffled(a[i], load(order[i])), added);
    MixBytes(a);
}

/*
 * 8 columns of 8 bytes, two in a lane of 16, become 8 rows, two in a lane: rows 2 i and 2 i + 1 in
 * x[i] where `pairs` are IN_ORDER, which makes columns of rows, too. Others choose other rows.
 */
static const unsigned char IN_ORDER[16] = {0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15};

TARGET static inline void transpose(vector x[4], const unsigned char pairs[16]) {
    vector order = each_lane(pairs);
    vector c01 = shuffled(x[0], order), c23 = shuffled(x[1], order);
    vector c45 = shuffled(x[2], order), c67 = shuffled(x[3], order);
    vector rows_0_to_3_left = low_16(c01, c23), rows_4_to_7_left = high_16(c01, c23);
    vector rows_0_to_3_right = low_16(c45, c67), rows_4_to_7_right = high_16(c45, c67);

    x[0] = low_32(rows_0_to_3_left, rows_0_to_3_right);
    x[1] = high_32(rows_0_to_3_left, rows_0_to_3_right);
    x[2] = low_32(rows_4_to_7_left, rows_4_to_7_right);
    x[3] = high_32(rows_4_to_7_left, rows_4_to_7_right);
}
