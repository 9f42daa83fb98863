/* SPDX-License-Identifier: MIT */
/* Grøstl with over 256 bits of output: P1024 and Q1024. Entry i of a shift is that of row i. */
enum { COLUMNS = 16, ROUNDS = 14 };
static const unsigned char shift_P[8] = {0, 1, 2, 3, 4, 5, 6, 11};
static const unsigned char shift_Q[8] = {1, 3, 5, 11, 0, 2, 4, 6};
