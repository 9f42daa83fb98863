/* SPDX-License-Identifier: MIT */
/*
 * Threefish-1024 in vectors of four words: two of even words, two of odd ones. vectors.h holds the
 * operations, and says with which instructions.
 *
 * The permutation of words keeps even words among themselves, so that all that counts is which odd
 * word meets which even one. With the even words 4, 6, 7, 5 in the second vector, odd words change
 * vectors after each round, a matter of names, and places by XOR with 0, 3, 1, 2 after the four
 * rounds between subkeys. The even words do so in their stead, and are back after the four: they
 * wait for the rotation of the odd ones anyway, which hides the cycle of neighbours (XOR with 1)
 * and one of the three of the others.
 *
 * Limit: the chain: 2 + 4 + 2 + 4 cycles for four rounds and one for a subkey, 260 a block, 2.0
 * per byte, where a rotation takes one; and nearly as much for the 38 operations of these, where
 * three units share them. Cascade Lake takes 3.0 with AVX-512: seven of them are shuffles, all for
 * one of the three.
 *
 * Rejected, with the time for long messages: scalar code (opt64: 1.5 and more, in 32 bits 8); the
 * first two subkeys from memory, too, where they wait for the stores of the new key (1.07);
 * neighbours exchanged among the odd words (1.12 on Cascade Lake).
 */
#include "vectors.h"

enum { WORDS = 16, ROUNDS = 80 };

/* The paper's rotation constants for both vectors, where their even words stand in round d % 8. */
static const uint64_t rotation[8][2][4] = {
    {{24, 13, 8, 47}, {8, 22, 37, 17}},   {{38, 19, 55, 10}, {52, 18, 23, 49}},
    {{13, 51, 4, 33}, {17, 41, 34, 59}},  {{41, 48, 5, 20}, {47, 16, 28, 25}},
    {{41, 9, 37, 31}, {12, 44, 30, 47}},  {{16, 34, 51, 56}, {41, 53, 42, 4}},
    {{46, 47, 44, 31}, {25, 42, 19, 44}}, {{52, 35, 9, 48}, {23, 37, 31, 20}},
};

/* Words 4 to 7 of the even or the odd ones in the order of the second vector, and back. */
#define SECOND(a) IN_ORDER(a, 0, 2, 3, 1)
#define NOT_SECOND(a) IN_ORDER(a, 0, 3, 1, 2)

#define ALL_EXCHANGED(a) IN_ORDER(a, 3, 2, 1, 0)

/* Word 0 of a vector. */
TARGET static inline void store_word(void *p, vector a) {
    _mm_storel_epi64((__m128i *)p, _mm256_castsi256_si128(a));
}

/*
 * Key words in memory stand in steps of two: k[0], k[2] .. k[WORDS], k[1], k[3] .. k[WORDS - 1],
 * and so on from k[0]. The even words of subkey s begin at this place, and its odd words, which
 * are the even ones of subkey s + 1, at that of s + 1.
 */
#define PLACE(s) ((s) % 2 ? ((s) + WORDS + 1) / 2 : (s) / 2)

#define AS_IT_IS(a) (a)
#define MIXED_ODD(d, i) ROTATED_XOR(odd##i, load(rotation[d][i]), even##i)

#define ROUND(d, EXCHANGED)                                                                        \
    do {                                                                                           \
        even0 = ADD(even0, odd0);                                                                  \
        even1 = ADD(even1, odd1);                                                                  \
        const vector first = MIXED_ODD(d, 0);                                                      \
        odd0 = MIXED_ODD(d, 1);                                                                    \
        odd1 = first;                                                                              \
        even0 = EXCHANGED(even0);                                                                  \
        even1 = EXCHANGED(even1);                                                                  \
    } while (0)

#define FOUR_ROUNDS(d)                                                                             \
    ROUND(d, AS_IT_IS);                                                                            \
    ROUND((d) + 1, ALL_EXCHANGED);                                                                 \
    ROUND((d) + 2, WORDS_EXCHANGED);                                                               \
    ROUND((d) + 3, LANES_EXCHANGED)

/*
 * Subkey s, whose odd words are next0 and next1. The tweak goes to words 13 and 14, the number of
 * the subkey to word 15.
 */
#define ADD_SUBKEY_WITH(s, next0, next1)                                                           \
    do {                                                                                           \
        even0 = ADD(even0, key0);                                                                  \
        even1 = ADD(even1, held(ADD(key1, word14[((s) + 1) % 3])));                                \
        key0 = (next0);                                                                            \
        key1 = (next1);                                                                            \
        odd0 = ADD(odd0, key0);                                                                    \
        odd1 = ADD(odd1, held(ADD(ADD(key1, word13[(s) % 3]), _mm256_set_epi64x(0, (s), 0, 0))));  \
    } while (0)
#define ADD_SUBKEY(s)                                                                              \
    ADD_SUBKEY_WITH(s, load(key + PLACE((s) + 1)), SECOND(load(key + PLACE((s) + 1) + 4)))

#define EIGHT_ROUNDS(s)                                                                            \
    ADD_SUBKEY(s);                                                                                 \
    FOUR_ROUNDS(0);                                                                                \
    ADD_SUBKEY((s) + 1);                                                                           \
    FOUR_ROUNDS(4)

/* Declares the four vectors of 16 words. */
#define TAKE(words, even0, even1, odd0, odd1)                                                      \
    const vector even0##_0 = load(words), even0##_1 = load((words) + 4);                           \
    const vector even0##_2 = load((words) + 8), even0##_3 = load((words) + 12);                    \
    vector even0 = IN_ORDER_OF_TWO(even0##_0, even0##_1, 0, 2, 4, 6);                              \
    vector odd0 = IN_ORDER_OF_TWO(even0##_0, even0##_1, 1, 3, 5, 7);                               \
    vector even1 = IN_ORDER_OF_TWO(even0##_2, even0##_3, 0, 4, 6, 2);                              \
    vector odd1 = IN_ORDER_OF_TWO(even0##_2, even0##_3, 1, 5, 7, 3)

TARGET static void UBI_blocks(uint64_t G[WORDS], const unsigned char *in, unsigned long long blocks,
                              uint64_t position, uint64_t flags) {
    TAKE(G, G_even0, G_even1, G_odd0, G_odd1);

    for (; blocks > 0; --blocks, in += 8 * WORDS, position += 8 * WORDS, flags &= ~FIRST) {
        const uint64_t t[3] = {position, flags, position ^ flags};
        const vector word14[3] = {AT(2, t[0]), AT(2, t[1]), AT(2, t[2])};
        const vector word13[3] = {AT(1, t[0]), AT(1, t[1]), AT(1, t[2])};
        const vector k16 = parity(XOR(XOR3(G_even0, G_even1, G_odd0), G_odd1));
        const unsigned char(*m)[8] = (const unsigned char(*)[8])in;
        TAKE(m, even0, even1, odd0, odd1);
        const vector m_even0 = even0, m_even1 = even1, m_odd0 = odd0, m_odd1 = odd1;
        vector key0 = G_even0, key1 = G_even1;
        uint64_t key[27];

        store(key, G_even0);
        store(key + 4, NOT_SECOND(G_even1));
        store_word(key + 8, k16);
        store(key + 9, G_odd0);
        store(key + 13, NOT_SECOND(G_odd1));
        store(key + 17, G_even0);
        store(key + 21, NOT_SECOND(G_even1));
        store_word(key + 25, k16);
        store_word(key + 26, G_odd0);

        ADD_SUBKEY_WITH(0, G_odd0, G_odd1);
        FOUR_ROUNDS(0);
        ADD_SUBKEY_WITH(1, IN_ORDER_OF_TWO(G_even0, G_even1, 1, 2, 3, 4),
                        IN_ORDER_OF_TWO(G_even1, k16, 3, 2, 4, 1));
        FOUR_ROUNDS(4);
        ADD_SUBKEY_WITH(2, IN_ORDER_OF_TWO(G_odd0, G_odd1, 1, 2, 3, 4),
                        IN_ORDER_OF_TWO(G_odd1, G_even0, 3, 2, 4, 1));
        FOUR_ROUNDS(0);
        ADD_SUBKEY(3);
        FOUR_ROUNDS(4);
        EIGHT_ROUNDS(4);
        EIGHT_ROUNDS(6);
        EIGHT_ROUNDS(8);
        EIGHT_ROUNDS(10);
        EIGHT_ROUNDS(12);
        EIGHT_ROUNDS(14);
        EIGHT_ROUNDS(16);
        EIGHT_ROUNDS(18);
        ADD_SUBKEY(ROUNDS / 4);
        G_even0 = XOR(even0, m_even0);
        G_even1 = XOR(even1, m_even1);
        G_odd0 = XOR(odd0, m_odd0);
        G_odd1 = XOR(odd1, m_odd1);
    }
    store(G, IN_ORDER_OF_TWO(G_even0, G_odd0, 0, 4, 1, 5));
    store(G + 4, IN_ORDER_OF_TWO(G_even0, G_odd0, 2, 6, 3, 7));
    store(G + 8, IN_ORDER_OF_TWO(G_even1, G_odd1, 0, 4, 3, 7));
    store(G + 12, IN_ORDER_OF_TWO(G_even1, G_odd1, 1, 5, 2, 6));
}
