/* SPDX-License-Identifier: MIT */
/* Grøstl with up to 256 bits of output: P512 and Q512. LAST_SHIFT is the one of row 7 in P, of row
 * 3 in Q. */
enum { COLUMNS = 8, ROUNDS = 10, LAST_SHIFT = 7 };
#define EACH_COLUMN(COLUMN, b, a)                                                                  \
    COLUMN(b, a, 0);                                                                               \
    COLUMN(b, a, 1);                                                                               \
    COLUMN(b, a, 2);                                                                               \
    COLUMN(b, a, 3);                                                                               \
    COLUMN(b, a, 4);                                                                               \
    COLUMN(b, a, 5);                                                                               \
    COLUMN(b, a, 6);                                                                               \
    COLUMN(b, a, 7);
