/* SPDX-License-Identifier: MIT */
/* SHA-1 with SSSE3, for processors without instructions for it.
 *
 * Technique: the rounds are in general registers, as in opt32, and the schedule is in vectors of
 * four words, with the constants added, 16 words and more before the rounds that use them: what
 * vector units do beside the others costs little.
 *
 * Invariant: w[i] is W[4i .. 4i+3]. Of W[t-3] ^ W[t-8] ^ W[t-14] ^ W[t-16], rotated by 1, the last
 * word lacks W[t], the first one of the four; it is added to it, rotated once more. From t = 32 on
 * the formula put into itself, W[t-6] ^ W[t-16] ^ W[t-28] ^ W[t-32], rotated by 2, needs nothing
 * that is not there.
 *
 * Bound: the chain of the rounds, a rotation and an addition, 160 cycles or 2.5 cycles/byte; the
 * operations on general registers, 7.75 a round, are 155 cycles. Measured on Zen 4: 3.4 with three
 * operands (AVX, BMI2), 3.7 without; opt32, 4.5.
 *
 * Rejected: to leave it to the compiler how words come from vectors to the rounds: they take them
 * from registers, not from the memory they are in, 1.19 times as long.
 */
#include "crypto_hash.h"
#include "parameters.h"

#include "four_words.h"
#include "message_end.h"
#include "rounds_unrolled.h"

#define ROTATED(a, n) XOR(_mm_slli_epi32(a, n), _mm_srli_epi32(a, 32 - (n)))
/* Four words from the third one of a on. */
#define FROM_THIRD(a, b) _mm_alignr_epi8(b, a, 8)

TARGET static inline vector expand_in_steps(const vector *w) {
    vector x = XOR(XOR(w[-4], w[-2]), XOR(FROM_THIRD(w[-4], w[-3]), _mm_srli_si128(w[-1], 4)));

    return XOR(ROTATED(x, 1), ROTATED(_mm_slli_si128(x, 12), 2));
}

TARGET static inline vector expand(const vector *w) {
    vector x = XOR(XOR(w[-4], w[-7]), XOR(FROM_THIRD(w[-2], w[-1]), w[-8]));

    return ROTATED(x, 2);
}

#define KEEP(i, words)                                                                             \
    w[i] = words;                                                                                  \
    kw[i].vector = ADD(w[i], _mm_set1_epi32((int)K[(i) / 5]));                                     \
    FORGET(kw[i])
#define FOUR_WORDS(i)                                                                              \
    KEEP(i, (i) < 4   ? load_words(M + 16 * (i))                                                   \
            : (i) < 8 ? expand_in_steps(w + (i))                                                   \
                      : expand(w + (i)))

#define KW(t) kw[(t) / 4].word[(t) % 4]

/* Twenty rounds, and the four words i to i + 4. */
#define TWENTY_ROUNDS(t, f, i)                                                                     \
    FOUR_WORDS(i);                                                                                 \
    FIVE_ROUNDS(KW, t, f);                                                                         \
    FOUR_WORDS((i) + 1);                                                                           \
    FIVE_ROUNDS(KW, (t) + 5, f);                                                                   \
    FOUR_WORDS((i) + 2);                                                                           \
    FIVE_ROUNDS(KW, (t) + 10, f);                                                                  \
    FOUR_WORDS((i) + 3);                                                                           \
    FIVE_ROUNDS(KW, (t) + 15, f);                                                                  \
    FOUR_WORDS((i) + 4)

TARGET static void compress(word *H, const unsigned char *M) {
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4];
    vector w[20];
    union four_words kw[20];

    FOUR_WORDS(0);
    FOUR_WORDS(1);
    FOUR_WORDS(2);
    FOUR_WORDS(3);
    TWENTY_ROUNDS(0, CH, 4);
    TWENTY_ROUNDS(20, PARITY, 9);
    TWENTY_ROUNDS(40, MAJ, 14);
    FOUR_WORDS(19);
    FIVE_ROUNDS(KW, 60, PARITY);
    FIVE_ROUNDS(KW, 65, PARITY);
    FIVE_ROUNDS(KW, 70, PARITY);
    FIVE_ROUNDS(KW, 75, PARITY);
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
