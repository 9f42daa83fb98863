/* SPDX-License-Identifier: MIT */

/*
 * The rounds of BLAKE and BLAKE2, unrolled: R(...) is one round, its arguments are a row of the
 * permutations, so that each index is a constant of the program.
 */

#define ROUNDS_0_TO_1(R)                                                                           \
    R(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);                                       \
    R(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
#define ROUNDS_2_TO_3(R)                                                                           \
    R(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);                                       \
    R(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
#define ROUNDS_4_TO_5(R)                                                                           \
    R(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);                                       \
    R(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
#define ROUNDS_6_TO_9(R)                                                                           \
    R(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);                                       \
    R(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);                                       \
    R(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);                                       \
    R(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);

/* Round r takes row r % 10. */
#define ALL_ROUNDS(R)                                                                              \
    do {                                                                                           \
        ROUNDS_0_TO_1(R)                                                                           \
        ROUNDS_2_TO_3(R)                                                                           \
        ROUNDS_4_TO_5(R)                                                                           \
        ROUNDS_6_TO_9(R)                                                                           \
        if (ROUNDS >= 12) {                                                                        \
            ROUNDS_0_TO_1(R)                                                                       \
        }                                                                                          \
        if (ROUNDS >= 14) {                                                                        \
            ROUNDS_2_TO_3(R)                                                                       \
        }                                                                                          \
        if (ROUNDS >= 16) {                                                                        \
            ROUNDS_4_TO_5(R)                                                                       \
        }                                                                                          \
    } while (0)
