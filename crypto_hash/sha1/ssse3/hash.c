/* SPDX-License-Identifier: MIT */
/* SHA-1 with 128-bit vectors, for processors without SHA instructions. four_words.h and moves.h are
 * those of SSSE3 or NEON.
 *
 * Technique: the rounds are in general registers, as in opt32. The schedule is in vectors of four
 * words, 16 words and more ahead of the rounds, and has the constants added: vector units work
 * beside the others. Dean Gaudet had the schedule in vectors first; Max Locktyukhin (Intel, 2010)
 * had the formula from t = 32 on.
 *
 * Invariant: w[i] is W[4i .. 4i+3]. In W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16], rotated by 1, the last
 * of four words needs the first one of the same four, W[t-3]. It is added afterwards, rotated once
 * more. From t = 32 on, the formula put into itself needs no word of the same four: W[t-6] ^
 * W[t-16] ^ W[t-28] ^ W[t-32], rotated by 2.
 *
 * Limit: the chain of the rounds, a rotation and an addition: 160 cycles or 2.5 cycles/byte. The
 * operations on general registers, 7.75 a round, take 155 cycles. With SSSE3, Zen 4 takes 3.3 where
 * compilers may use AVX and BMI2, and 3.7 where not: 76 and 68 % of the limit are reached. Zen 5
 * takes 3.0 and 3.2. With NEON and gcc 12, llvm-mca says 5.2 cycles/byte for Cortex-A72, and 7.8
 * for opt32.
 *
 * Rejected: the schedule in general registers as well (opt32): with SSSE3 1.2 to 1.3 times as long.
 * Words that compilers take from the vectors instead of memory: 1.19 times as long. NEON on
 * processors that run in order: llvm-mca says 1.43 times the time of opt32 for Cortex-A53, and 1.18
 * for Cortex-A55.
 */
#include "crypto_hash.h"
#include "parameters.h"

#include "four_words.h"
#include "message_end.h"
#include "moves.h"
#include "rounds_unrolled.h"
#include "schedule_ahead.h"

#define LOADED_WORDS(i) load_words(M + 16 * (i))
#define KEEP(i, words)                                                                             \
    w[i] = words;                                                                                  \
    kw[i].vector = ADD(w[i], FOUR_TIMES(K[(i) / 5]));                                              \
    hold_memory(kw[i])
#define KW(t) kw[(t) / 4].word[(t) % 4]

TARGET static void compress(word *H, const unsigned char *M) {
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4];
    vector w[20];
    union four_words kw[20];

    EIGHTY_ROUNDS;
    H[0] += a;
    H[1] += b;
    H[2] += c;
    H[3] += d;
    H[4] += e;
}

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    for (; n; n--, in += BLOCK)
        compress(H, in);
}

#include "iterate.h"
