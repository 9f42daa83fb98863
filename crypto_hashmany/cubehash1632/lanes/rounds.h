/* SPDX-License-Identifier: MIT */
/* CubeHash on words, 32 bytes a block and 16 rounds a block, in the version submitted to
 * the second round of the SHA-3 competition. Final rounds and the initial state come from
 * parameters.h.
 *
 * Technique: no word moves. Two rounds exchange every word with itself, so the loop has two rounds
 * whose indices take the exchanges into account: a low word meets the high word whose index differs
 * by 0, 8, 10, 14, 15, 7, 5 and 1 in turn. Two low words that change places and their two high
 * words depend on nothing else for half a round, so that the words in use are few at a time.
 *
 * Bound: a round has 32 additions, 32 rotations and 32 exclusive ors, none of which has three
 * inputs. 16 x 96 = 1536 for 32 bytes at two a cycle in 16 lanes are 1.50 cycles/byte.
 *
 * Rejected, by count: the steps of the round one after the other: more than 32 words are in use at
 * a time, and what does not fit into registers goes to memory and back.
 */
enum { BLOCK = 32, BLOCK_ROUNDS = 16 };

CONSTANT element initial_state[32] = START;

/* Half a round for two words of each half: low words i and j, which change places, and the high
 * words that are where they would have been. */
#define PAIR(n, i, j, m)                                                                           \
    high[(i) ^ (m)] += low[i];                                                                     \
    high[(j) ^ (m)] += low[j];                                                                     \
    low[i] = ROTL(low[i], n) ^ high[(j) ^ (m)];                                                    \
    low[j] = ROTL(low[j], n) ^ high[(i) ^ (m)];

/* A round of the eight low words i, i ^ 2, ... i ^ 14 and as many high words. */
#define HALF(i, m)                                                                                 \
    PAIR(7, (i), (i) + 8, m)                                                                       \
    PAIR(7, (i) + 2, (i) + 10, m)                                                                  \
    PAIR(7, (i) + 4, (i) + 12, m)                                                                  \
    PAIR(7, (i) + 6, (i) + 14, m)                                                                  \
    PAIR(11, (i), (i) + 4, (m) ^ 10)                                                               \
    PAIR(11, (i) + 2, (i) + 6, (m) ^ 10)                                                           \
    PAIR(11, (i) + 8, (i) + 12, (m) ^ 10)                                                          \
    PAIR(11, (i) + 10, (i) + 14, (m) ^ 10)

INLINE void two_rounds(word low[16], word high[16]) {
    HALF(0, 0)
    HALF(1, 0)
    HALF(0, 15)
    HALF(1, 15)
}
