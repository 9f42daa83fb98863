/* SPDX-License-Identifier: MIT */

/*
 * The rounds of BLAKE3, unrolled: R(...) is one round, its arguments say which words of the message
 * it takes. They are the powers of the permutation that the paper applies between rounds.
 */

#define ROUND_0(R) R(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define ROUND_1(R) R(2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
#define ROUND_2(R) R(3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1)
#define ROUND_3(R) R(10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6)
#define ROUND_4(R) R(12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4)
#define ROUND_5(R) R(9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7)
#define ROUND_6(R) R(11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13)

#define ALL_ROUNDS(R)                                                                              \
    do {                                                                                           \
        ROUND_0(R);                                                                                \
        ROUND_1(R);                                                                                \
        ROUND_2(R);                                                                                \
        ROUND_3(R);                                                                                \
        ROUND_4(R);                                                                                \
        ROUND_5(R);                                                                                \
        ROUND_6(R);                                                                                \
    } while (0)
