/* SPDX-License-Identifier: MIT */

/*
 * The rounds of BLAKE3, unrolled: R(...) is one round, its arguments say which words of the message
 * it takes. They are the powers of the permutation that the paper applies between rounds.
 */

#define ALL_ROUNDS(R)                                                                              \
    do {                                                                                           \
        R(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);                                   \
        R(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8);                                   \
        R(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1);                                   \
        R(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6);                                   \
        R(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4);                                   \
        R(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7);                                   \
        R(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13);                                   \
    } while (0)
