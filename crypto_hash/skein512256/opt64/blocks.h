/* SPDX-License-Identifier: MIT */
/*
 * Threefish-512 in 64-bit words, unrolled: every rotation distance and every index is a literal,
 * so that the eight words stay in registers and the permutation of words is one of names.
 *
 * Limit: 72 rounds of 4 additions, rotations and exclusive ors, and 19 subkeys of 8 additions, 2
 * of the tweak and 1 of the number: 1073 operations, 268 cycles a block at four a cycle, 4.2 per
 * byte. The chain is shorter: two cycles a round, 162 a block.
 *
 * Rejected: two words in a vector of 128 bits, with the shifts by vectors and the ternary logic of
 * AVX-512: even words stay, odd ones change places by exchanging halves in every second round, and
 * the chain would be 11 cycles for four rounds, 198 a block. Zen 4 takes 14 to 18 for them, since
 * only two shifts start in a cycle and a ternary operation has two cycles: measured 1.13 to 1.
 * On Cascade Lake, a loop over 24 rounds with the key repeated in memory: 1.07 times the time;
 * words of the key added from memory by force: 1.01; the tweak's words added one after the other:
 * 0.98 by GCC, 1.01 by Clang. Four words in a vector are another implementation, avx2, and take
 * 0.83 of the time there. NEON on arm64, by count: in general registers a MIX is two instructions,
 * since an exclusive or rotates its operand; in vectors two of them are five and every second time
 * an exchange, because their distances differ.
 */
enum { WORDS = 8, ROUNDS = 72 };

#define ADD_SUBKEY(s)                                                                              \
    ADD_KEY(s, 0);                                                                                 \
    ADD_KEY(s, 1);                                                                                 \
    ADD_KEY(s, 2);                                                                                 \
    ADD_KEY(s, 3);                                                                                 \
    ADD_KEY(s, 4);                                                                                 \
    ADD_TWEAK(s)

#define FIRST_FOUR                                                                                 \
    MIX(0, 1, 46);                                                                                 \
    MIX(2, 3, 36);                                                                                 \
    MIX(4, 5, 19);                                                                                 \
    MIX(6, 7, 37);                                                                                 \
    MIX(2, 1, 33);                                                                                 \
    MIX(4, 7, 27);                                                                                 \
    MIX(6, 5, 14);                                                                                 \
    MIX(0, 3, 42);                                                                                 \
    MIX(4, 1, 17);                                                                                 \
    MIX(6, 3, 49);                                                                                 \
    MIX(0, 5, 36);                                                                                 \
    MIX(2, 7, 39);                                                                                 \
    MIX(6, 1, 44);                                                                                 \
    MIX(0, 7, 9);                                                                                  \
    MIX(2, 5, 54);                                                                                 \
    MIX(4, 3, 56)

#define SECOND_FOUR                                                                                \
    MIX(0, 1, 39);                                                                                 \
    MIX(2, 3, 30);                                                                                 \
    MIX(4, 5, 34);                                                                                 \
    MIX(6, 7, 24);                                                                                 \
    MIX(2, 1, 13);                                                                                 \
    MIX(4, 7, 50);                                                                                 \
    MIX(6, 5, 10);                                                                                 \
    MIX(0, 3, 17);                                                                                 \
    MIX(4, 1, 25);                                                                                 \
    MIX(6, 3, 29);                                                                                 \
    MIX(0, 5, 39);                                                                                 \
    MIX(2, 7, 43);                                                                                 \
    MIX(6, 1, 8);                                                                                  \
    MIX(0, 7, 35);                                                                                 \
    MIX(2, 5, 56);                                                                                 \
    MIX(4, 3, 22)

#define ALL_ROUNDS SEVENTY_TWO_ROUNDS

#include "ubi.h"
