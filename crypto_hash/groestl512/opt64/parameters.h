/* SPDX-License-Identifier: MIT */
/* Grøstl with over 256 bits of output: P1024 and Q1024. LAST_SHIFT is the one of row 7 in P, of row
 * 3 in Q. */
enum { COLUMNS = 16, ROUNDS = 14, LAST_SHIFT = 11 };
#define EACH_COLUMN(COLUMN, b, a)                                                                  \
    COLUMN(b, a, 0);                                                                               \
    COLUMN(b, a, 1);                                                                               \
    COLUMN(b, a, 2);                                                                               \
    COLUMN(b, a, 3);                                                                               \
    COLUMN(b, a, 4);                                                                               \
    COLUMN(b, a, 5);                                                                               \
    COLUMN(b, a, 6);                                                                               \
    COLUMN(b, a, 7);                                                                               \
    COLUMN(b, a, 8);                                                                               \
    COLUMN(b, a, 9);                                                                               \
    COLUMN(b, a, 10);                                                                              \
    COLUMN(b, a, 11);                                                                              \
    COLUMN(b, a, 12);                                                                              \
    COLUMN(b, a, 13);                                                                              \
    COLUMN(b, a, 14);                                                                              \
    COLUMN(b, a, 15);
