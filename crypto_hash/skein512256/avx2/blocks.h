/* SPDX-License-Identifier: MIT */
/*
 * Threefish-512 in two vectors of four words: the even words and the odd ones. vectors.h holds the
 * operations, and says with which instructions.
 *
 * The permutation of words keeps even words among themselves, so that all that counts is which odd
 * word meets which even one. With the even words in the order 0, 1, 3, 2, odd words change places
 * after each round, with a neighbour or with the other half, in turns. Neighbours are exchanged
 * among the odd words; halves, which takes 3 cycles, among the even words, which wait for the
 * rotation of the odd ones anyway. Once more, and the even words are back.
 *
 * Limit: the chain: 15 cycles for four rounds with a subkey, 270 a block, 4.2 per byte. In 32-bit
 * code, for which this is meant, Zen 4 takes 5.3 with AVX-512 and 5.8 with AVX2; some 30 cycles go
 * into the change of the key between blocks. With 64-bit registers it takes 4.7, and
 * scalar code 4.4.
 *
 * Rejected, with the time for long messages: scalar code in 32 bits (opt64, 4.2); both subkeys
 * added to the next sum at once, to save a cycle in the chain (1.03).
 */
#include "vectors.h"

enum { WORDS = 8, ROUNDS = 72 };

/* The paper's rotation constants where their even words stand in round d % 8. */
static const uint64_t rotation[8][4] = {
    {46, 36, 37, 19}, {42, 33, 14, 27}, {49, 17, 36, 39}, {44, 56, 9, 54},
    {39, 30, 24, 34}, {17, 13, 10, 50}, {29, 25, 39, 43}, {8, 22, 35, 56},
};

#define MIX(d) ROTATED_XOR(odd, load(rotation[d]), even)

#define ROUND(d, change_even, change_odd)                                                          \
    do {                                                                                           \
        even = ADD(even, odd);                                                                     \
        odd = change_odd(MIX(d));                                                                  \
        even = change_even(even);                                                                  \
    } while (0)

#define FOUR_ROUNDS(d)                                                                             \
    ROUND(d, AS_IT_IS, WORDS_EXCHANGED);                                                           \
    ROUND((d) + 1, LANES_EXCHANGED, AS_IT_IS);                                                     \
    ROUND((d) + 2, AS_IT_IS, WORDS_EXCHANGED);                                                     \
    ROUND((d) + 3, LANES_EXCHANGED, AS_IT_IS)

/* Subkey s, whose odd words are next; the tweak goes to words 5, 6 and 7. */
#define ADD_SUBKEY_WITH(s, next)                                                                   \
    do {                                                                                           \
        even = ADD(even, ADD(subkey, word6[((s) + 1) % 3]));                                       \
        subkey = (next);                                                                           \
        odd = ADD(odd, ADD(ADD(subkey, word5[(s) % 3]), _mm256_set_epi64x(0, (s), 0, 0)));         \
    } while (0)
#define ADD_SUBKEY(s) ADD_SUBKEY_WITH(s, GRAY(load(key + PLACE((s) + 1))))

#define EIGHT_ROUNDS(s)                                                                            \
    ADD_SUBKEY(s);                                                                                 \
    FOUR_ROUNDS(0);                                                                                \
    ADD_SUBKEY((s) + 1);                                                                           \
    FOUR_ROUNDS(4)

/* Four words in the order 0, 1, 3, 2, and back. */
#define GRAY(a) IN_ORDER(a, 0, 1, 3, 2)

/* Declares the two vectors of 8 words. */
#define TAKE(words, even, odd)                                                                     \
    const vector even##_0 = load(words), even##_1 = load((words) + 4);                             \
    vector even = IN_ORDER_OF_TWO(even##_0, even##_1, 0, 2, 6, 4);                                 \
    vector odd = IN_ORDER_OF_TWO(even##_0, even##_1, 1, 3, 7, 5)

TARGET static void UBI_blocks(uint64_t G[WORDS], const unsigned char *in, unsigned long long blocks,
                              uint64_t position, uint64_t flags) {
    TAKE(G, G_even, G_odd);

    for (; blocks > 0; --blocks, in += 8 * WORDS, position += 8 * WORDS, flags &= ~FIRST) {
        const uint64_t t[3] = {position, flags, position ^ flags};
        const vector word6[3] = {AT(2, t[0]), AT(2, t[1]), AT(2, t[2])};
        const vector word5[3] = {AT(3, t[0]), AT(3, t[1]), AT(3, t[2])};
        const vector k8 = parity(XOR(G_even, G_odd));
        const unsigned char(*m)[8] = (const unsigned char(*)[8])in;
        TAKE(m, even, odd);
        const vector m_even = even, m_odd = odd;
        vector subkey = G_even;
        uint64_t key[18];

        store(key, GRAY(G_even));
        store_word(key + 4, k8);
        store(key + 5, GRAY(G_odd));
        store(key + 9, GRAY(G_even));
        store_word(key + 13, k8);
        store(key + 14, GRAY(G_odd));

        ADD_SUBKEY_WITH(0, G_odd);
        FOUR_ROUNDS(0);
        ADD_SUBKEY_WITH(1, IN_ORDER_OF_TWO(G_even, k8, 1, 3, 4, 2));
        FOUR_ROUNDS(4);
        ADD_SUBKEY_WITH(2, IN_ORDER_OF_TWO(G_odd, G_even, 1, 3, 4, 2));
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
        ADD_SUBKEY(ROUNDS / 4);
        G_even = XOR(even, m_even);
        G_odd = XOR(odd, m_odd);
    }
    store(G, IN_ORDER_OF_TWO(G_even, G_odd, 0, 4, 1, 5));
    store(G + 4, IN_ORDER_OF_TWO(G_even, G_odd, 3, 7, 2, 6));
}
