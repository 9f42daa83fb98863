/* SPDX-License-Identifier: MIT */
/* Grøstl with up to 256 bits of output: P512 and Q512. Entry i of a shift is that of row i. */
enum { COLUMNS = 8, ROUNDS = 10 };
static const unsigned char shift_P[8] = {0, 1, 2, 3, 4, 5, 6, 7};
static const unsigned char shift_Q[8] = {1, 3, 5, 7, 0, 2, 4, 6};
