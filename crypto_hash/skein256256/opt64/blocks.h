/* SPDX-License-Identifier: MIT */
/*
 * Threefish-256 in 64-bit words, unrolled: every rotation distance and every index is a literal,
 * so that words and key stay in registers and the permutation of words is one of names.
 *
 * Limit: the chain. In each round an addition (or a rotation) and an exclusive or, and one addition
 * more for each of 18 subkeys: 162 cycles a block, 5.1 per byte. The 565 operations would take 141
 * at four a cycle.
 *
 * Rejected: two words in a vector, as tried for Skein-512. The halves of the odd words
 * change places in each round, which makes three cycles of two.
 */
enum { WORDS = 4, ROUNDS = 72 };

#define ADD_SUBKEY(s)                                                                              \
    ADD_KEY(s, 0);                                                                                 \
    ADD_TWEAK(s)

#define FIRST_FOUR                                                                                 \
    MIX(0, 1, 14);                                                                                 \
    MIX(2, 3, 16);                                                                                 \
    MIX(0, 3, 52);                                                                                 \
    MIX(2, 1, 57);                                                                                 \
    MIX(0, 1, 23);                                                                                 \
    MIX(2, 3, 40);                                                                                 \
    MIX(0, 3, 5);                                                                                  \
    MIX(2, 1, 37)

#define SECOND_FOUR                                                                                \
    MIX(0, 1, 25);                                                                                 \
    MIX(2, 3, 33);                                                                                 \
    MIX(0, 3, 46);                                                                                 \
    MIX(2, 1, 12);                                                                                 \
    MIX(0, 1, 58);                                                                                 \
    MIX(2, 3, 22);                                                                                 \
    MIX(0, 3, 32);                                                                                 \
    MIX(2, 1, 32)

#define ALL_ROUNDS SEVENTY_TWO_ROUNDS

#include "ubi.h"
