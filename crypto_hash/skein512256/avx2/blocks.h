/* SPDX-License-Identifier: MIT */
/*
 * Threefish-512 in two vectors of four words: the even words and the odd ones. vectors.h holds the
 * operations, and says with which instructions.
 *
 * The permutation of words keeps even words among themselves, so that all that counts is which odd
 * word meets which even one. Odd words stay where they are. With the even words in the order 0, 2,
 * 6, 4 these change places after each round, with a neighbour or with the other half, in turns, and
 * after four rounds they are back. Even words wait for the rotation of the odd ones anyway, which
 * hides the cycle of neighbours, and one of the three of halves.
 *
 * The odd words of a subkey are the even ones of the next: nine vectors have all words of the key
 * in every order. After the fourth round the odd words and the sum of both subkeys meet while the
 * halves of the even words change places.
 *
 * Limit: the chain: 2 + 4 + 2 + 4 cycles for four rounds, 216 a block, 3.4 per byte, where a
 * rotation takes one. Cascade Lake takes 4.0 with AVX-512 and 4.4 with AVX2: the new key's shuffles
 * are older than those of the first rounds, and come first in the one unit that both need.
 *
 * Rejected, with the time for long messages on Cascade Lake: neighbours exchanged among the odd
 * words, which has a cycle more in each second round (1.09); the key in memory, where subkeys wait
 * for its stores (1.03); the two halves of a subkey each added to their words (1.02); four vectors
 * of two words, in which halves change places by name: the chain is 9 cycles for four rounds, but
 * three units share 35 operations (1.13); scalar code (1.32, in 32 bits 6).
 */
#include "vectors.h"

enum { WORDS = 8, ROUNDS = 72 };

/* The paper's rotation constants where their even words stand in round d % 8. */
static const uint64_t rotation[8][4] = {
    {46, 36, 37, 19}, {33, 42, 27, 14}, {17, 49, 39, 36}, {44, 56, 9, 54},
    {39, 30, 24, 34}, {13, 17, 50, 10}, {25, 29, 43, 39}, {8, 22, 35, 56},
};

#define MIXED_ODD(d) ROTATED_XOR(odd, load(rotation[d]), even)

#define ROUND(d, EXCHANGED)                                                                        \
    even = ADD(even, odd);                                                                         \
    odd = MIXED_ODD(d);                                                                            \
    even = EXCHANGED(even)

/* The tweak goes to words 5 and 6, the number of the subkey to word 7. */
#define EVEN_SUBKEY(s) ADD(key[(s) % 9], word6[((s) + 1) % 3])
#define ODD_SUBKEY(s) ADD(ADD(key[((s) + 1) % 9], word5[(s) % 3]), _mm256_set_epi64x(0, (s), 0, 0))

/* Subkey s and the rounds from d on. */
#define FOUR_ROUNDS(s, d)                                                                          \
    do {                                                                                           \
        const vector odd_subkey = held(ODD_SUBKEY(s));                                             \
        const vector both = held(ADD(EVEN_SUBKEY(s), odd_subkey));                                 \
        even = ADD(even, held(ADD(odd, both)));                                                    \
        odd = ADD(odd, odd_subkey);                                                                \
        odd = MIXED_ODD(d);                                                                        \
        even = WORDS_EXCHANGED(even);                                                              \
        ROUND((d) + 1, LANES_EXCHANGED);                                                           \
        ROUND((d) + 2, WORDS_EXCHANGED);                                                           \
        ROUND((d) + 3, LANES_EXCHANGED);                                                           \
    } while (0)

#define EIGHT_ROUNDS(s)                                                                            \
    FOUR_ROUNDS(s, 0);                                                                             \
    FOUR_ROUNDS((s) + 1, 4)

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
        const vector k8153 = IN_ORDER_OF_TWO(k8, G_odd, 0, 4, 7, 5);
        /* Words s, s + 2, s + 6 and s + 4 of the nine in a circle. */
        const vector key[9] = {
            G_even,
            G_odd,
            IN_ORDER_OF_TWO(G_even, k8, 1, 3, 4, 2),
            IN_ORDER_OF_TWO(G_odd, G_even, 1, 3, 4, 2),
            IN_ORDER_OF_TWO(G_even, k8153, 3, 2, 5, 4),
            IN_ORDER_OF_TWO(G_odd, G_even, 3, 2, 5, 4),
            IN_ORDER_OF_TWO(G_even, k8153, 2, 4, 7, 5),
            IN_ORDER_OF_TWO(G_odd, G_even, 2, 4, 7, 5),
            k8153,
        };
        const unsigned char(*m)[8] = (const unsigned char(*)[8])in;
        TAKE(m, even, odd);
        const vector m_even = even, m_odd = odd;

        EIGHT_ROUNDS(0);
        EIGHT_ROUNDS(2);
        EIGHT_ROUNDS(4);
        EIGHT_ROUNDS(6);
        EIGHT_ROUNDS(8);
        EIGHT_ROUNDS(10);
        EIGHT_ROUNDS(12);
        EIGHT_ROUNDS(14);
        EIGHT_ROUNDS(16);
        G_even = XOR(ADD(even, EVEN_SUBKEY(ROUNDS / 4)), m_even);
        G_odd = XOR(ADD(odd, ODD_SUBKEY(ROUNDS / 4)), m_odd);
    }
    store(G, IN_ORDER_OF_TWO(G_even, G_odd, 0, 4, 1, 5));
    store(G + 4, IN_ORDER_OF_TWO(G_even, G_odd, 3, 7, 2, 6));
}
