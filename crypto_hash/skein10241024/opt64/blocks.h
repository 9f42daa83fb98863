/* SPDX-License-Identifier: MIT */
/*
 * Threefish-1024 in 64-bit words, unrolled: every rotation distance and every index is a literal,
 * so that the permutation of words is one of names.
 *
 * Limit: 80 rounds of 8 additions, rotations and exclusive ors, and 21 subkeys of 16 additions, 2
 * of the tweak and 1 of the number: 2319 operations, 580 cycles a block at four a cycle, 4.5 per
 * byte, and the moves for the words that 15 registers do not hold.
 *
 * Rejected: a loop over the eight rounds, with subkeys at a moving pointer. It needs the key
 * repeated in memory for each block.
 */
enum { WORDS = 16, ROUNDS = 80 };

#define ADD_SUBKEY(s)                                                                              \
    ADD_KEY(s, 0);                                                                                 \
    ADD_KEY(s, 1);                                                                                 \
    ADD_KEY(s, 2);                                                                                 \
    ADD_KEY(s, 3);                                                                                 \
    ADD_KEY(s, 4);                                                                                 \
    ADD_KEY(s, 5);                                                                                 \
    ADD_KEY(s, 6);                                                                                 \
    ADD_KEY(s, 7);                                                                                 \
    ADD_KEY(s, 8);                                                                                 \
    ADD_KEY(s, 9);                                                                                 \
    ADD_KEY(s, 10);                                                                                \
    ADD_KEY(s, 11);                                                                                \
    ADD_KEY(s, 12);                                                                                \
    ADD_TWEAK(s)

#define FIRST_FOUR                                                                                 \
    MIX(0, 1, 24);                                                                                 \
    MIX(2, 3, 13);                                                                                 \
    MIX(4, 5, 8);                                                                                  \
    MIX(6, 7, 47);                                                                                 \
    MIX(8, 9, 8);                                                                                  \
    MIX(10, 11, 17);                                                                               \
    MIX(12, 13, 22);                                                                               \
    MIX(14, 15, 37);                                                                               \
    MIX(0, 9, 38);                                                                                 \
    MIX(2, 13, 19);                                                                                \
    MIX(6, 11, 10);                                                                                \
    MIX(4, 15, 55);                                                                                \
    MIX(10, 7, 49);                                                                                \
    MIX(12, 3, 18);                                                                                \
    MIX(14, 5, 23);                                                                                \
    MIX(8, 1, 52);                                                                                 \
    MIX(0, 7, 33);                                                                                 \
    MIX(2, 5, 4);                                                                                  \
    MIX(4, 3, 51);                                                                                 \
    MIX(6, 1, 13);                                                                                 \
    MIX(12, 15, 34);                                                                               \
    MIX(14, 13, 41);                                                                               \
    MIX(8, 11, 59);                                                                                \
    MIX(10, 9, 17);                                                                                \
    MIX(0, 15, 5);                                                                                 \
    MIX(2, 11, 20);                                                                                \
    MIX(6, 13, 48);                                                                                \
    MIX(4, 9, 41);                                                                                 \
    MIX(14, 1, 47);                                                                                \
    MIX(8, 5, 28);                                                                                 \
    MIX(10, 3, 16);                                                                                \
    MIX(12, 7, 25)

#define SECOND_FOUR                                                                                \
    MIX(0, 1, 41);                                                                                 \
    MIX(2, 3, 9);                                                                                  \
    MIX(4, 5, 37);                                                                                 \
    MIX(6, 7, 31);                                                                                 \
    MIX(8, 9, 12);                                                                                 \
    MIX(10, 11, 47);                                                                               \
    MIX(12, 13, 44);                                                                               \
    MIX(14, 15, 30);                                                                               \
    MIX(0, 9, 16);                                                                                 \
    MIX(2, 13, 34);                                                                                \
    MIX(6, 11, 56);                                                                                \
    MIX(4, 15, 51);                                                                                \
    MIX(10, 7, 4);                                                                                 \
    MIX(12, 3, 53);                                                                                \
    MIX(14, 5, 42);                                                                                \
    MIX(8, 1, 41);                                                                                 \
    MIX(0, 7, 31);                                                                                 \
    MIX(2, 5, 44);                                                                                 \
    MIX(4, 3, 47);                                                                                 \
    MIX(6, 1, 46);                                                                                 \
    MIX(12, 15, 19);                                                                               \
    MIX(14, 13, 42);                                                                               \
    MIX(8, 11, 44);                                                                                \
    MIX(10, 9, 25);                                                                                \
    MIX(0, 15, 9);                                                                                 \
    MIX(2, 11, 48);                                                                                \
    MIX(6, 13, 35);                                                                                \
    MIX(4, 9, 52);                                                                                 \
    MIX(14, 1, 23);                                                                                \
    MIX(8, 5, 31);                                                                                 \
    MIX(10, 3, 37);                                                                                \
    MIX(12, 7, 20)

#define ALL_ROUNDS                                                                                 \
    SEVENTY_TWO_ROUNDS;                                                                            \
    EIGHT_ROUNDS(18)

#include "ubi.h"
