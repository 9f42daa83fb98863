/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 with 128-bit vectors, for processors without SHA instructions. four_words.h
 * and expand.h are those of SSSE3, of NEON or of POWER8.
 *
 * Technique: the rounds are in general registers, as in opt32. The schedule is in vectors of four
 * words, 16 words ahead of the rounds, and has the constants added: vector units work beside the
 * others. J. Guilford, K. Yap and V. Gopal, "Fast SHA-256 implementations on Intel architecture
 * processors" (2012), had this first. The schedule is that of one block, not of several as in avx2,
 * so that short messages gain as well.
 *
 * Invariant: before rounds t to t+15, x0 to x3 are W[t] to W[t+15], and KW(i) is K[t+i] + W[t+i].
 *
 * Limit: operations on general registers. A round has 22; at four a cycle that is 5.5 cycles/byte.
 * With SSSE3, Zen 4 takes 7.0 where compilers may use AVX and BMI2, and 7.8 where not: 79 and 71 %
 * of the limit are reached. Zen 5 takes 5.8, where the dependency chain (5 cycles from e to e)
 * takes 5.0. With NEON and gcc 12, llvm-mca says 9.1 cycles/byte for Cortex-A72, and 10.7 for
 * opt32. With VSHASIGMAW of POWER8 and clang 14, it says 11.6 for POWER9, and 16.1 for opt32.
 *
 * Rejected: the schedule in general registers as well (opt32): with SSSE3 1.38 times as long
 * (without BMI2 1.25), and 1.19 in 32-bit code. NEON on processors that run in order: llvm-mca says
 * 1.44 times the time of opt32 for Cortex-A53, and 1.13 for Cortex-A55. The chain of 4 cycles that
 * opt32 describes: 1.01 times as long on Zen 5 with SSSE3 and clang, and 1.12 with gcc.
 */
#include "crypto_hash.h"
#include "parameters.h"

enum { BIG_ENDIAN_WORDS = 1 };

#include "expand.h"
#include "message_end.h"
#include "rounds_unrolled.h"

/* Keeps four words from round t on, with their constants. */
TARGET static inline void keep(union four_words *kw, int t, vector words) {
    kw[t / 4].vector = ADD(words, FOUR_AT(K + t));
    hold_memory(kw[t / 4]);
}

#define KW(i) kw[t / 4 + (i) / 4].word[(i) % 4]

#define FOUR_ROUNDS(i, a, b, c, d, e, f, g, h)                                                     \
    ROUND(KW(i), a, b, c, d, e, f, g, h);                                                          \
    ROUND(KW((i) + 1), h, a, b, c, d, e, f, g);                                                    \
    ROUND(KW((i) + 2), g, h, a, b, c, d, e, f);                                                    \
    ROUND(KW((i) + 3), f, g, h, a, b, c, d, e)

TARGET static void compress(word *H, const unsigned char *M) {
    STATE_FROM(H);
    union four_words kw[ROUNDS / 4];
    vector x0 = load_words(M), x1 = load_words(M + 16), x2 = load_words(M + 32);
    vector x3 = load_words(M + 48);
    int t = 0;

    keep(kw, 0, x0);
    keep(kw, 4, x1);
    keep(kw, 8, x2);
    keep(kw, 12, x3);
    for (; t < ROUNDS - 16; t += 16) {
        keep(kw, t + 16, x0 = expand(x0, x1, x2, x3));
        FOUR_ROUNDS(0, a, b, c, d, e, f, g, h);
        keep(kw, t + 20, x1 = expand(x1, x2, x3, x0));
        FOUR_ROUNDS(4, e, f, g, h, a, b, c, d);
        keep(kw, t + 24, x2 = expand(x2, x3, x0, x1));
        FOUR_ROUNDS(8, a, b, c, d, e, f, g, h);
        keep(kw, t + 28, x3 = expand(x3, x0, x1, x2));
        FOUR_ROUNDS(12, e, f, g, h, a, b, c, d);
    }
    EIGHT_ROUNDS(KW, 0);
    EIGHT_ROUNDS(KW, 8);
    ADD_TO(H);
}

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    for (; n; n--, in += BLOCK)
        compress(H, in);
}

#include "iterate.h"
