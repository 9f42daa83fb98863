/* SPDX-License-Identifier: MIT */
/* The permutations of BLAKE, which BLAKE2 kept: ROUND_n is ROUND(...) in the order of round n of
 * ten, which the includer defines. */
#ifndef SIGMA_H
#define SIGMA_H

#define ROUND_0 ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define ROUND_1 ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3)
#define ROUND_2 ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4)
#define ROUND_3 ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8)
#define ROUND_4 ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13)
#define ROUND_5 ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9)
#define ROUND_6 ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11)
#define ROUND_7 ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10)
#define ROUND_8 ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5)
#define ROUND_9 ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0)
#define TEN_ROUNDS                                                                                 \
    ROUND_0;                                                                                       \
    ROUND_1;                                                                                       \
    ROUND_2;                                                                                       \
    ROUND_3;                                                                                       \
    ROUND_4;                                                                                       \
    ROUND_5;                                                                                       \
    ROUND_6;                                                                                       \
    ROUND_7;                                                                                       \
    ROUND_8;                                                                                       \
    ROUND_9

#endif
