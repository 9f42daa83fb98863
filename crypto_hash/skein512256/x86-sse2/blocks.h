/* SPDX-License-Identifier: MIT */
/*
 * Threefish-512 with SSE2 for 32-bit code, where a word of 64 bits takes two of seven registers and
 * a rotation of it four operations and more: here two words are one of eight registers.
 *
 * The permutation of words keeps even words among themselves, so that all that counts is which odd
 * word meets which even one. With the even words 0, 1 in one vector and 3, 2 in the other, odd
 * words change places after each round: with the other in their vector or, by name, with the other
 * vector, in turns.
 *
 * Limit: the operations: 9 for the two MIX of a vector, since shifts have one distance for both
 * words, and an exchange for each in every second round: 20 a round, and some 30 for a subkey:
 * 2010, 502 cycles a block at four a cycle, 7.9 per byte, and the moves of two-operand code. Zen 4
 * takes 15.1 with Clang's moves, 11.3 with three operands: shifts and shuffles, 10 of the 20, have
 * two of its four units.
 *
 * Rejected, with the time for long messages: scalar code (opt64, 1.47, with three operands 1.97).
 */
#include "pairs.h"

enum { WORDS = 8, ROUNDS = 72 };

/* Distances for the even words 0, 1, 3, 2; where the odd words go after that. */
#define ROUND(m0, n0, m1, n1, change, next0, next1)                                                \
    do {                                                                                           \
        vector odd_0, odd_1;                                                                       \
        even0 = ADD(even0, odd0);                                                                  \
        even1 = ADD(even1, odd1);                                                                  \
        odd_0 = change(XOR(ROTATED(odd0, m0, n0), even0));                                         \
        odd_1 = change(XOR(ROTATED(odd1, m1, n1), even1));                                         \
        odd0 = next0;                                                                              \
        odd1 = next1;                                                                              \
    } while (0)
#define ROUND_AND_EXCHANGE(m0, n0, m1, n1) ROUND(m0, n0, m1, n1, EXCHANGED, odd_0, odd_1)
#define ROUND_AND_RENAME(m0, n0, m1, n1) ROUND(m0, n0, m1, n1, AS_IT_IS, odd_1, odd_0)

/* As in the 64-bit vector code, key words stand in steps of two: k[0], k[2] .. k[8], k[1] .. */
#define PLACE(s) ((s) % 2 ? ((s) + WORDS + 1) / 2 : (s) / 2)

/* The tweak goes to words 5, 6 and 7. */
#define ADD_SUBKEY(s)                                                                              \
    do {                                                                                           \
        const vector number = _mm_set_epi32(0, 0, 0, s);                                           \
        even0 = ADD(even0, load(key + PLACE(s)));                                                  \
        even1 = ADD(even1, EXCHANGED(load(key + PLACE(s) + 2)));                                   \
        even1 = ADD(even1, word6[((s) + 1) % 3]);                                                  \
        odd0 = ADD(odd0, load(key + PLACE((s) + 1)));                                              \
        odd1 = ADD(odd1, EXCHANGED(load(key + PLACE((s) + 1) + 2)));                               \
        odd1 = ADD(odd1, ADD(word5[(s) % 3], number));                                             \
    } while (0)

#define EIGHT_ROUNDS(s)                                                                            \
    ADD_SUBKEY(s);                                                                                 \
    ROUND_AND_EXCHANGE(46, 36, 37, 19);                                                            \
    ROUND_AND_RENAME(42, 33, 14, 27);                                                              \
    ROUND_AND_EXCHANGE(36, 39, 49, 17);                                                            \
    ROUND_AND_RENAME(9, 54, 44, 56);                                                               \
    ADD_SUBKEY((s) + 1);                                                                           \
    ROUND_AND_EXCHANGE(39, 30, 24, 34);                                                            \
    ROUND_AND_RENAME(17, 13, 10, 50);                                                              \
    ROUND_AND_EXCHANGE(39, 43, 29, 25);                                                            \
    ROUND_AND_RENAME(35, 56, 8, 22)

TARGET static void UBI_blocks(uint64_t G[WORDS], const unsigned char *in, unsigned long long blocks,
                              uint64_t position, uint64_t flags) {
    for (; blocks > 0; --blocks, in += 8 * WORDS, position += 8 * WORDS, flags &= ~FIRST) {
        const uint64_t t[3] = {position, flags, position ^ flags};
        vector word5[3], word6[3];
        const vector m0 = load(in), m1 = load(in + 16), m2 = load(in + 32), m3 = load(in + 48);
        vector even0 = WORDS_OF(m0, m1, 0, 0), odd0 = WORDS_OF(m0, m1, 1, 1);
        vector even1 = WORDS_OF(m3, m2, 0, 0), odd1 = WORDS_OF(m3, m2, 1, 1);
        uint64_t key[18];

        key[4] = key[13] = KEY_PARITY;
        for (int i = 0; i < 4; ++i) {
            key[i] = key[9 + i] = G[2 * i];
            key[5 + i] = key[14 + i] = G[2 * i + 1];
            key[4] = key[13] ^= G[2 * i] ^ G[2 * i + 1];
        }
        for (int i = 0; i < 3; ++i) {
            word6[i] = load_word(&t[i]);
            word5[i] = EXCHANGED(word6[i]);
        }
        EIGHT_ROUNDS(0);
        EIGHT_ROUNDS(2);
        EIGHT_ROUNDS(4);
        EIGHT_ROUNDS(6);
        EIGHT_ROUNDS(8);
        EIGHT_ROUNDS(10);
        EIGHT_ROUNDS(12);
        EIGHT_ROUNDS(14);
        EIGHT_ROUNDS(16);
        ADD_SUBKEY(ROUNDS / 4);
        store(G, XOR(load(in), WORDS_OF(even0, odd0, 0, 0)));
        store(G + 2, XOR(load(in + 16), WORDS_OF(even0, odd0, 1, 1)));
        store(G + 4, XOR(load(in + 32), WORDS_OF(even1, odd1, 1, 1)));
        store(G + 6, XOR(load(in + 48), WORDS_OF(even1, odd1, 0, 0)));
    }
}
