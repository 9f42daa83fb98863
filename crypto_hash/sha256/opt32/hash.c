/* SPDX-License-Identifier: MIT */
/* SHA-224, SHA-256, SHA-384 and SHA-512 in portable C, unrolled; for words of 32 or 64 bits, as
 * parameters.h says.
 *
 * Technique: sixteen rounds in a row. The eight variables change their names from round to round
 * and nothing is moved; the schedule lives in sixteen words, each replaced in the round that uses
 * it. What can be added to h without e is added first; hold() keeps compilers from ordering the
 * additions anew.
 *
 * Invariant: after eight rounds the variables are where they began. Before round t, t >= 16,
 * W[t % 16] is W[t-16], and the fifteen words after it are W[t-15] to W[t-1].
 *
 * Bound: operations. A round has 22 and its word 13, four of them in a cycle: 35/4 cycles or 8.75
 * cycles a round, hence 8.8 cycles/byte for 64 rounds of 64 bytes and 5.5 for 80 of 128. The
 * dependency chain, from e to e in 4 cycles, hides below.
 *
 * Rejected: the whole schedule before the rounds. 64 or 80 words leave and enter registers once
 * more, and the chain has nothing to fill its gaps.
 */
#include "crypto_hash.h"
#include "parameters.h"

enum { BIG_ENDIAN_WORDS = 1 };

#include "message_end.h"

/* Makes x be computed as written. */
#ifdef __GNUC__
#define hold(x) __asm__("" : "+r"(x))
#else
#define hold(x) (void)0
#endif

#define ROTR(n, x) ((x) >> (n) | (x) << (WORD_BITS - (n)))
#define SUM(i, x) (ROTR(SIGMA[i][0], x) ^ ROTR(SIGMA[i][1], x) ^ ROTR(SIGMA[i][2], x))
#define SMALL(i, x) (ROTR(SIGMA[i][0], x) ^ ROTR(SIGMA[i][1], x) ^ (x) >> SIGMA[i][2])

#define LOAD(i) W[i] = load_word(M + WORD_BITS / 8 * (i))
#define EXPAND(i) W[i] += SMALL(3, W[(i + 14) % 16]) + W[(i + 9) % 16] + SMALL(2, W[(i + 1) % 16])

/* Round t + i; d becomes the new e, and h the new a. */
#define ROUND(WORD, i, a, b, c, d, e, f, g, h)                                                     \
    WORD(i);                                                                                       \
    h += K[t + i] + W[i];                                                                          \
    h += ((f ^ g) & e) ^ g;                                                                        \
    hold(h);                                                                                       \
    h += SUM(1, e);                                                                                \
    d += h;                                                                                        \
    h += ((a | b) & c) | (a & b);                                                                  \
    hold(h);                                                                                       \
    h += SUM(0, a)

#define EIGHT_ROUNDS(WORD, i)                                                                      \
    ROUND(WORD, (i) + 0, a, b, c, d, e, f, g, h);                                                  \
    ROUND(WORD, (i) + 1, h, a, b, c, d, e, f, g);                                                  \
    ROUND(WORD, (i) + 2, g, h, a, b, c, d, e, f);                                                  \
    ROUND(WORD, (i) + 3, f, g, h, a, b, c, d, e);                                                  \
    ROUND(WORD, (i) + 4, e, f, g, h, a, b, c, d);                                                  \
    ROUND(WORD, (i) + 5, d, e, f, g, h, a, b, c);                                                  \
    ROUND(WORD, (i) + 6, c, d, e, f, g, h, a, b);                                                  \
    ROUND(WORD, (i) + 7, b, c, d, e, f, g, h, a)

static void compress(word *H, const unsigned char *M) {
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];
    word W[16];
    int t = 0;

    EIGHT_ROUNDS(LOAD, 0);
    EIGHT_ROUNDS(LOAD, 8);
    for (t = 16; t < ROUNDS; t += 16) {
        EIGHT_ROUNDS(EXPAND, 0);
        EIGHT_ROUNDS(EXPAND, 8);
    }
    H[0] += a;
    H[1] += b;
    H[2] += c;
    H[3] += d;
    H[4] += e;
    H[5] += f;
    H[6] += g;
    H[7] += h;
}

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    for (; n; n--, in += BLOCK)
        compress(H, in);
}

#include "iterate.h"
