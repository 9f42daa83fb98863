/* SPDX-License-Identifier: MIT */

/* Threefish-256's words, rounds and distances; blocks.h says how two MIX functions are computed. */
enum { WORDS = 4, ROUNDS = 72 };

#define FIRST_FOUR                                                                                 \
    TWO_MIXES(0, 1, 14, 2, 3, 16);                                                                 \
    TWO_MIXES(0, 3, 52, 2, 1, 57);                                                                 \
    TWO_MIXES(0, 1, 23, 2, 3, 40);                                                                 \
    TWO_MIXES(0, 3, 5, 2, 1, 37)

#define SECOND_FOUR                                                                                \
    TWO_MIXES(0, 1, 25, 2, 3, 33);                                                                 \
    TWO_MIXES(0, 3, 46, 2, 1, 12);                                                                 \
    TWO_MIXES(0, 1, 58, 2, 3, 22);                                                                 \
    TWO_MIXES(0, 3, 32, 2, 1, 32)

#define ALL_ROUNDS SEVENTY_TWO_ROUNDS
