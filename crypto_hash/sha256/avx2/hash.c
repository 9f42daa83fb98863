/* SPDX-License-Identifier: MIT */
/* SHA-224, SHA-256, SHA-384 and SHA-512 with AVX2 and BMI2, for processors without SHA
 * instructions. parameters.h says whether words have 32 or 64 bits.
 *
 * Technique: the rounds are in general registers, and rotate by RORX. The schedules of eight or
 * four blocks are made at once, with each block in a lane of its own. S. Gueron and V. Krasnov,
 * "Parallelizing message schedules to accelerate the computations of hash functions" (2012), had
 * this first. The schedules of the next group of blocks are made between the rounds of this group:
 * one word of each block (two with 64-bit words) for every eight rounds. So nothing moves between
 * lanes, and the vector units work beside the others.
 *
 * Invariant: KW[t][j] is K[t] + W[t] of block j. A group has LANES ROUNDS / 8 times eight rounds,
 * each with WORDS words: LANES WORDS = 8, so that is all ROUNDS words.
 *
 * Limit: operations on general registers. A round has 22; at four a cycle that is 5.5 cycles, or
 * 5.5 cycles/byte with 32-bit words and 3.4 with 64-bit words. Zen 4 takes 7.2 and 4.8: 76 and 71 %
 * of the limit are reached. The two units that rotate are busy for three cycles of a round, and
 * each wait for them lengthens the dependency chain. Zen 5 takes 5.9 and 4.1, where the chain (5
 * cycles from e to e) takes 5.0 and 3.1.
 *
 * Rejected: the schedule in general registers as well (opt32, opt64): 1.3 and 1.25 times as long.
 * The schedule of one block in vectors (ssse3): 30 vector operations for four 32-bit words, instead
 * of 11. On Zen 4, which has vector units to spare, ssse3 takes 1.04 times as long, but 0.94 times
 * where compilers may use AVX and BMI2 for it. The chain of 4 cycles that opt32 describes: 1.02
 * times as long on Zen 5.
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
        *W = W[-16] + sigma0(W[-15]) + W[-7] + sigma1(W[-2]);
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
