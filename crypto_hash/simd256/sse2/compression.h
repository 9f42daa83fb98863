/* SPDX-License-Identifier: MIT */
/*
 * The compression function, and the compression of one batch beside the expansion of the next.
 *
 * Technique: a step waits for the one before: its chain leaves most slots of the processor free,
 * and the expansion needs no chaining value. A piece of it stands after each step, or after each
 * second one. The processor executes it while the chain waits. The state stays in registers from
 * block to block.
 *
 * Rejected: the expansion of a batch, then its steps. The processor looks ahead by some hundreds of
 * operations, and so overlaps the ends alone: on Zen 5, 1.09 to 1.16 times the time for SIMD-256,
 * 1.25 to 1.32 for SIMD-512. Pieces of twice the size after every second step, or fewer, take the
 * same time within 1 % on Zen 4.
 */

/* Where the words of vector z are for the block in question. */
enum { WORDS_DISTANCE = FEISTELS == 4 ? 16 * LANES : 4 * FEISTELS };

INLINE const unsigned char *words_of(const expanded *from, unsigned lane) {
    return from->words + (FEISTELS == 4 ? 16 : 32 * 4 * FEISTELS) * lane;
}

#define WORDS(z) load_row(words + WORDS_DISTANCE * (z))

/* AFTER(i) is what stands after step i. */
#define FOUR_STEPS(AFTER, STEP, i, w0, w1, w2, w3, r0, r1, r2, r3)                                 \
    STEP(w0, r0, r1, CROSSING(i));                                                                 \
    AFTER(i);                                                                                      \
    STEP(w1, r1, r2, CROSSING((i) + 1));                                                           \
    AFTER((i) + 1);                                                                                \
    STEP(w2, r2, r3, CROSSING((i) + 2));                                                           \
    AFTER((i) + 2);                                                                                \
    STEP(w3, r3, r0, CROSSING((i) + 3));                                                           \
    AFTER((i) + 3)

#define FOUR_WORDS(AFTER, STEP, i, z0, z1, z2, z3, r0, r1, r2, r3)                                 \
    FOUR_STEPS(AFTER, STEP, i, WORDS(z0), WORDS(z1), WORDS(z2), WORDS(z3), r0, r1, r2, r3)

/* H becomes the chaining value after `block`, whose expanded message is at `words`. */
#define COMPRESS(AFTER)                                                                            \
    do {                                                                                           \
        row A = row_xor(H.A, load_row(block));                                                     \
        row B = row_xor(H.B, load_row(block + 4 * FEISTELS));                                      \
        row C = row_xor(H.C, load_row(block + 8 * FEISTELS));                                      \
        row D = row_xor(H.D, load_row(block + 12 * FEISTELS));                                     \
                                                                                                   \
        FOUR_WORDS(AFTER, STEP_IF, 0, 4, 6, 0, 2, 3, 23, 17, 27);                                  \
        FOUR_WORDS(AFTER, STEP_MAJ, 4, 7, 5, 3, 1, 3, 23, 17, 27);                                 \
        FOUR_WORDS(AFTER, STEP_IF, 8, 15, 11, 12, 8, 28, 19, 22, 7);                               \
        FOUR_WORDS(AFTER, STEP_MAJ, 12, 9, 13, 10, 14, 28, 19, 22, 7);                             \
        FOUR_WORDS(AFTER, STEP_IF, 16, 17, 18, 23, 20, 29, 9, 15, 5);                              \
        FOUR_WORDS(AFTER, STEP_MAJ, 20, 22, 21, 16, 19, 29, 9, 15, 5);                             \
        FOUR_WORDS(AFTER, STEP_IF, 24, 30, 24, 25, 31, 4, 13, 10, 25);                             \
        FOUR_WORDS(AFTER, STEP_MAJ, 28, 27, 29, 28, 26, 4, 13, 10, 25);                            \
        FOUR_STEPS(AFTER, STEP_IF, 32, H.A, H.B, H.C, H.D, 4, 13, 10, 25);                         \
        H = (state){A, B, C, D};                                                                   \
    } while (0)

#define NOTHING(i)

TARGET static void compress(state *at, const unsigned char *block, const unsigned char *words) {
    state H = *at;

    COMPRESS(NOTHING);
    *at = H;
}

/* Step i of a batch is followed by the pieces from FIRST(i) on; at most two, for all sizes. */
#define FIRST(i) ((i)*PIECES / (36 * LANES))
#define SOME_PIECES(i)                                                                             \
    if (FIRST(i) < FIRST((i) + 1))                                                                 \
        piece(FIRST(i), to, &b[!now], &x);                                                         \
    if (FIRST(i) + 1 < FIRST((i) + 1))                                                             \
    piece(FIRST(i) + 1, to, &b[!now], &x)
#define SECOND_BLOCK(i) SOME_PIECES(36 + (i))

/*
 * All batches but the last one. In the beginning, b[0] and e[0] are the first batch; in the end,
 * those with the index that is returned are the last one.
 */
TARGET static unsigned compress_overlapped(state *at, expanded e[2], batch b[2], const message *m) {
    coefficients x;
    state H = *at;
    unsigned now = 0;

    for (unsigned long long i = LANES; i < m->blocks; i += LANES, now = !now) {
        expanded *to = &e[!now];
        const unsigned char *block = b[now].block[0], *words = words_of(&e[now], 0);

        choose(&b[!now], m, i);
        COMPRESS(SOME_PIECES);
        if (LANES > 1) {
            block = b[now].block[LANES - 1];
            words = words_of(&e[now], LANES - 1);
            COMPRESS(SECOND_BLOCK);
        }
    }
    *at = H;
    return now;
}
