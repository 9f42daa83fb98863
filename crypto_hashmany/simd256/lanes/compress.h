/* SPDX-License-Identifier: MIT */
/* SIMD-256, version 1.1, of LANES messages: the submission to NIST's competition of 2009.
 *
 * Technique: transform.h has the message expansion, and its technique. The steps rename A, B, C, D
 * instead of moving them.
 *
 * Bound: loading a block takes 80 operations and its bytes 36; the transform takes 176 for columns,
 * 186 for factors, 160 for the first layer, 128 between the layers and 184 for the second one, and
 * its results 192 to be reduced and 192 to become words; the steps take 864 and the sum with the
 * block 16. 1334 + 880 = 2214 at two a cycle in 16 lanes are 1.08 cycles/byte.
 *
 * Rejected: numbers of 32 bits, which take twice as many vectors; and the transform of one message
 * in a vector, as for one message, where factors of 1 and powers of 2 are products like all others
 * (2570 operations for 16 blocks at the same width).
 */
#include "transform.h"

enum { BLOCK = 64 };

/* The names A, B, C, D move on by one from step to step: D becomes A, A becomes B. Feistel j gets
 * what Feistel j ^ crossing gives. */
#define STEP(F, A, B, C, D, w, r, s, crossing)                                                     \
    do {                                                                                           \
        UNROLLED(4) for (int j_ = 0; j_ < 4; j_++) {                                               \
            D[j_] = D[j_] + (w)[j_] + F(A[j_], B[j_], C[j_]);                                      \
            D[j_] = ROTL(D[j_], s);                                                                \
            A[j_] = ROTL(A[j_], r);                                                                \
        }                                                                                          \
        UNROLLED(4) for (int j_ = 0; j_ < 4; j_++) D[j_] += A[j_ ^ (crossing)];                    \
    } while (0)

#define CROSSING(i) ((i) % 3 + 1)

#define FOUR_STEPS(F, i, w0, w1, w2, w3, r0, r1, r2, r3)                                           \
    STEP(F, A, B, C, D, w0, r0, r1, CROSSING(i));                                                  \
    STEP(F, D, A, B, C, w1, r1, r2, CROSSING((i) + 1));                                            \
    STEP(F, C, D, A, B, w2, r2, r3, CROSSING((i) + 2));                                            \
    STEP(F, B, C, D, A, w3, r3, r0, CROSSING((i) + 3))

/* Not inlined: it is long, and three calls of it make compilers slow. */
static __attribute__((noinline)) void compress(word h[4][4], const unsigned char *const in[LANES],
                                               size_t at, int final) {
    word block[16], Z[32][4], A[4], B[4], C[4], D[4];

    for (int i = 0; i < 16; i += 4)
        load_words(block + i, in, at + 4 * (size_t)i, 4, 0);
    expand(Z, block, final);
    for (int j = 0; j < 4; j++) {
        A[j] = h[0][j] ^ block[j];
        B[j] = h[1][j] ^ block[4 + j];
        C[j] = h[2][j] ^ block[8 + j];
        D[j] = h[3][j] ^ block[12 + j];
    }
    FOUR_STEPS(SELECT, 0, Z[4], Z[6], Z[0], Z[2], 3, 23, 17, 27);
    FOUR_STEPS(MAJORITY, 4, Z[7], Z[5], Z[3], Z[1], 3, 23, 17, 27);
    FOUR_STEPS(SELECT, 8, Z[15], Z[11], Z[12], Z[8], 28, 19, 22, 7);
    FOUR_STEPS(MAJORITY, 12, Z[9], Z[13], Z[10], Z[14], 28, 19, 22, 7);
    FOUR_STEPS(SELECT, 16, Z[17], Z[18], Z[23], Z[20], 29, 9, 15, 5);
    FOUR_STEPS(MAJORITY, 20, Z[22], Z[21], Z[16], Z[19], 29, 9, 15, 5);
    FOUR_STEPS(SELECT, 24, Z[30], Z[24], Z[25], Z[31], 4, 13, 10, 25);
    FOUR_STEPS(MAJORITY, 28, Z[27], Z[29], Z[28], Z[26], 4, 13, 10, 25);
    FOUR_STEPS(SELECT, 32, h[0], h[1], h[2], h[3], 4, 13, 10, 25);
    for (int j = 0; j < 4; j++) {
        h[0][j] = A[j];
        h[1][j] = B[j];
        h[2][j] = C[j];
        h[3][j] = D[j];
    }
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const element start[4][4] = START;
    unsigned rest = (unsigned)(inlen % BLOCK);
    /* Zeros up to a full block if any byte is left, and a block with the length. */
    unsigned padded = rest > 0 ? 2 * BLOCK : BLOCK;
    unsigned char length[8];
    TAILS(2 * BLOCK) tails;
    word h[4][4];

    for (int i = 0; i < 16; i++)
        h[i / 4][i % 4] = ALL(start[i / 4][i % 4]);
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(inlen << 3 >> (8 * i));
    OPEN_TAILS(tails, in, inlen, rest, padded);
    PUT_TAILS(tails, padded - BLOCK, length, 8);

    for (unsigned long long at = 0; at + BLOCK <= inlen; at += BLOCK)
        compress(h, in, at, 0);
    if (rest > 0)
        compress(h, tails.of, 0, 0);
    compress(h, tails.of, padded - BLOCK, 1);
    store_words(out, h[0], DIGEST_BYTES / 4, 0);
}
