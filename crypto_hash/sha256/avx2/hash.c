/* SPDX-License-Identifier: MIT */
/* SHA-224, SHA-256, SHA-384 and SHA-512 with AVX2 and BMI2, for processors without instructions
 * for them; for words of 32 or 64 bits, as parameters.h says.
 *
 * Technique: the rounds are in general registers, with RORX. The schedule of as many blocks as a
 * vector has words, eight or four, is made at once, each lane a block; and while one group of
 * blocks is hashed, with every eight rounds, one word of each block of the next group. So nothing
 * moves between lanes, and the vector units work beside the others.
 *
 * Invariant: KW[t][j] is K[t] + W[t] of block j. Eight lanes times ROUNDS / 8 groups of rounds are
 * ROUNDS words, one each; four lanes need two words each.
 *
 * Bound: operations on general registers. A round has 21 and the addition of its word; four in a
 * cycle are 5.5 cycles, that is 5.5 cycles/byte with words of 32 bits and 3.4 with 64. Measured on
 * Zen 4, with 22: 7.5 and 4.8; the two units that rotate are taken three cycles of a round, and
 * what they delay is the dependency chain.
 *
 * Rejected: all in general registers (opt32, opt64): 1.3 and 1.25 times as long. A schedule of
 * vectors within one block (ssse3) takes 30 operations for four words of 32 bits where this takes
 * 11; on Zen 4, which has units to spare for them, 1.04 times as long with the same instructions
 * in the rounds, and 0.94 where its compiler may use BMI2, too.
 */
#include "crypto_hash.h"
#include "parameters.h"

enum { BIG_ENDIAN_WORDS = 1 };

#include "message_end.h"

#define TARGET __attribute__((target("avx2,bmi,bmi2,movbe")))

#include "one_block.h"

typedef word vector __attribute__((vector_size(32)));

/* WORDS of each block with every eight rounds. */
enum { LANES = 256 / WORD_BITS, WORDS = 8 / LANES };

struct schedule {
    vector W[ROUNDS], KW[ROUNDS];
};

/* Makes word t of the schedule of the blocks at M. */
TARGET static inline void expand(struct schedule *s, const unsigned char *M, int t) {
    vector *W = s->W + t;

    if (t < 16)
        for (int j = 0; j < LANES; j++)
            (*W)[j] = load_word(M + BLOCK * j + WORD_BITS / 8 * t);
    else
        *W = W[-16] + SMALL(2, W[-15]) + W[-7] + SMALL(3, W[-2]);
    s->KW[t] = *W + K[t];
}

#define WORD_OF_BLOCK(i) s->KW[t + (i)][j]

/* Block j of s, and with every eight rounds WORDS words of the next schedule, if there is one. */
TARGET static inline void block(word *H, const struct schedule *s, int j, struct schedule *next,
                                const unsigned char *M) {
    STATE_FROM(H);

    for (int t = 0; t < ROUNDS; t += 8) {
        if (next)
            for (int i = 0; i < WORDS; i++)
                expand(next, M, (j * ROUNDS + t) / 8 * WORDS + i);
        EIGHT_ROUNDS(WORD_OF_BLOCK, 0);
    }
    ADD_TO(H);
}

TARGET static void compress_groups(word *H, const unsigned char *in, unsigned long long n) {
    struct schedule schedules[2];
    struct schedule *s = schedules, *next = schedules + 1, *done;

    for (int t = 0; t < ROUNDS; t++)
        expand(s, in, t);
    for (; n > 1; n--) {
        in += LANES * BLOCK;
        for (int j = 0; j < LANES; j++)
            block(H, s, j, next, in);
        done = s, s = next, next = done;
    }
    for (int j = 0; j < LANES; j++)
        block(H, s, j, NULL, NULL);
}

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    if (n >= LANES)
        compress_groups(H, in, n / LANES);
    for (in += n / LANES * LANES * BLOCK, n %= LANES; n; n--, in += BLOCK)
        compress(H, in);
}

#include "iterate.h"
