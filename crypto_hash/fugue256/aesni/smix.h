/* SPDX-License-Identifier: MIT */
/*
 * SMIX with the last round of AES, which is the S-box and the rotation of rows. SSSE3 and NEON have
 * the other operations.
 *
 * Technique: with w_c the columns after S-box and rotation, and d = w_1 + w_2 + w_3, row r of
 * column c of the result is w_c + 4 w_(c-1) + 7 w_(c-2) + w_(c-3) in rows r, r+1, r+2 and r+3, plus
 * d times 1, 1, 7 and 4 in columns 0 to 3. Products by 2 and 4 are of sums: of what has the factor
 * 4, twice is added to what has the factor 2, and twice that to what has 1. Bits that the first
 * doubling loses come back as 0x1b times 2, 0x36, which is added early.
 *
 * Limit: the chain: the S-box 4, d 6, its part 2, a sum 2, a doubling 2, a sum 2, and the bits that
 * the last doubling loses 6: 24 cycles on Zen 5, where most operations on vectors take 2. That is
 * 12 cycles per byte of fugue256 and 24 of fugue512. Measured: 13.1, 92 % of that speed, and 25.1,
 * 96 %. The tables of opt64 take 0.93 of the time there, since loads and sums of integers are
 * faster, but they are not constant-time code.
 *
 * Not tried: aesenc, whose products by 2 are of sums of two rows, for the first doubling: d needs
 * one more in the longest part of the chain.
 */

/* Rows 1 to 3 below, which are 1 to 3 columns before: w_(c-i) is in slot c-i+1. */
static const unsigned char next_row[16] = {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12};
static const unsigned char row_after[16] = {14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9};
static const unsigned char last_row[16] = {11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6};

TARGET static inline vector SMIX(vector x, vector added) {
    vector w = sub_and_shift(x);
    vector d = xor2(xor2(all_of(w, 0), all_of(w, 2)), all_of(w, 3));
    vector p1 = shuffled(w, load_columns(next_row)), p2 = shuffled(w, load_columns(row_after));
    vector p3 = shuffled(w, load_columns(last_row));
    vector once =
        xor2(xor2(xor2(columns_1_2_3_0(w), p3), p2), xor2(added, and2(d, slots(-1, -1, -1, 0))));
    vector two = xor2(p2, and2(d, slots(0, 0, -1, 0)));
    vector four = xor2(xor2(p1, p2), and2(d, slots(0, 0, -1, -1)));
    vector sum = xor2(two, twice(four));

    once = xor2(once, and2(negative(four), bytes_16(0x36)));
    return xor2(xor2(once, twice(sum)), and2(negative(sum), bytes_16(0x1b)));
}
