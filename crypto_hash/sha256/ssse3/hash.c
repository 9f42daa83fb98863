/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 with SSSE3, for processors without instructions for them.
 *
 * Technique: the rounds are in general registers, as in opt32, and the schedule is in vectors of
 * four words, with the constants added, 16 words before the rounds that use them: what vector units
 * do beside the others costs little. Unlike that of avx2, it is a schedule of one block, and so
 * serves short messages as well.
 *
 * Invariant: x0 to x3 are the last 16 words. The last step of four new ones needs two of the last
 * ones for two of them, and these for the others. It has each of them twice in 64 bits, so that a
 * shift of those is a rotation.
 *
 * Bound: operations on general registers, as in avx2: 22 a round, 5.5 cycles/byte. Measured on
 * Zen 4, with 23: 7.1 where compilers may use AVX and BMI2, 7.8 where not.
 *
 * Rejected: all in general registers (opt32), 1.38 times as long (without BMI2 1.25), and 1.19 in
 * 32-bit code.
 */
#include "crypto_hash.h"
#include "parameters.h"

enum { BIG_ENDIAN_WORDS = 1 };

#include "four_words.h"
#include "message_end.h"
#include "rounds_unrolled.h"

/* Four words from the second one of a on. */
#define FROM_SECOND(a, b) _mm_alignr_epi8(b, a, 4)

/* The first of the small functions, of four words. */
TARGET static inline vector small_0(vector x) {
    vector right = XOR(_mm_srli_epi32(x, 7), _mm_srli_epi32(x, 18));
    vector left = XOR(_mm_slli_epi32(x, 25), _mm_slli_epi32(x, 14));

    return XOR(XOR(right, left), _mm_srli_epi32(x, 3));
}

/* The second one, of words that are there twice: in each first place of two. */
TARGET static inline vector small_1(vector twice) {
    return XOR(XOR(_mm_srli_epi64(twice, 17), _mm_srli_epi64(twice, 19)),
               _mm_srli_epi32(twice, 10));
}

/* The four words after the sixteen. */
TARGET static inline vector expand(vector x0, vector x1, vector x2, vector x3) {
    const vector to_first = _mm_set_epi32(-1, -1, 0x0b0a0908, 0x03020100);
    const vector to_last = _mm_set_epi32(0x0b0a0908, 0x03020100, -1, -1);

    x0 = ADD(ADD(x0, small_0(FROM_SECOND(x0, x1))), FROM_SECOND(x2, x3));
    x0 = ADD(x0, _mm_shuffle_epi8(small_1(_mm_shuffle_epi32(x3, 0xfa)), to_first));
    return ADD(x0, _mm_shuffle_epi8(small_1(_mm_shuffle_epi32(x0, 0x50)), to_last));
}

/* Keeps four words from round t on, with their constants. */
TARGET static inline void keep(union four_words *kw, int t, vector words) {
    kw[t / 4].vector = ADD(words, _mm_loadu_si128((const vector *)(const void *)(K + t)));
    FORGET(kw[t / 4]);
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
