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
#define ADD_SUBKEY(s)                                                                              \
    ADD_KEY(s, 0);                                                                                 \
    ADD_TWEAK(s)

#define TWO_MIXES(a, b, first, c, d, second)                                                       \
    MIX(a, b, first);                                                                              \
    MIX(c, d, second)

#include "rounds.h"
#include "ubi.h"
