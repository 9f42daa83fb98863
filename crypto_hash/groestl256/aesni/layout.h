/* SPDX-License-Identifier: MIT */

/* Rows out of columns and back, and ShiftBytes. */

#define EACH_ROW(i) for (int i = 0; i < 8; ++i)

/* FROM of each byte of a vector, and of two distances. */
#define ORDER(FROM, s, s2)                                                                         \
    FROM(0, s, s2), FROM(1, s, s2), FROM(2, s, s2), FROM(3, s, s2), FROM(4, s, s2),                \
        FROM(5, s, s2), FROM(6, s, s2), FROM(7, s, s2), FROM(8, s, s2), FROM(9, s, s2),            \
        FROM(10, s, s2), FROM(11, s, s2), FROM(12, s, s2), FROM(13, s, s2), FROM(14, s, s2),       \
        FROM(15, s, s2)

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
