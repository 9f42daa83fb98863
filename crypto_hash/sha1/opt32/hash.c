/* SPDX-License-Identifier: MIT */
/* SHA-1 in portable C, unrolled.
 *
 * Technique: the five variables change their names from round to round and nothing is moved; the
 * schedule lives in sixteen words, each replaced in the round that uses it. What can be added to
 * e without the rotation of a, the newest value, is added first; hold() keeps compilers from
 * ordering the additions anew.
 *
 * Invariant: after five rounds the variables are where they began. Before round t, t >= 16,
 * W[t % 16] is W[t-16], and the fifteen words after it are W[t-15] to W[t-1]. Maj's two terms
 * below have no bit in common, so their sum is their OR.
 *
 * Bound: operations. A round has 9 on average and its word 5, four of them in a cycle: 280 cycles
 * or 4.4 cycles/byte; measured on Zen 4: 4.6. The dependency chain, a rotation and an addition, is
 * 160 cycles.
 *
 * Rejected: Maj as the standard has it, (b AND c) XOR (b AND d) XOR (c AND d): five operations
 * before the addition, where (c AND d) + (b AND (c XOR d)) takes three and needs b last.
 */
#include "crypto_hash.h"
#include "parameters.h"

#include "message_end.h"

/* Makes x be computed as written. */
#ifdef __GNUC__
#define hold(x) __asm__("" : "+r"(x))
#else
#define hold(x) (void)0
#endif

#define ROL(x, s) ((x) << (s) | (x) >> (32 - (s)))

#define LOAD(t) W[(t) % 16] = load_word(M + 4 * (t))
#define EXPAND(t)                                                                                  \
    x = W[((t) + 13) % 16] ^ W[((t) + 8) % 16] ^ W[((t) + 2) % 16] ^ W[(t) % 16];                  \
    W[(t) % 16] = ROL(x, 1)

#define ROUND(WORD, t, a, b, c, d, e, K, f)                                                        \
    WORD(t);                                                                                       \
    e += W[(t) % 16] + K;                                                                          \
    f(e, b, c, d);                                                                                 \
    hold(e);                                                                                       \
    e += ROL(a, 5);                                                                                \
    b = ROL(b, 30)

/* The standard's functions, added to e. */
#define CH(e, b, c, d) e += ((c ^ d) & b) ^ d
#define PARITY(e, b, c, d) e += c ^ d ^ b
#define MAJ(e, b, c, d)                                                                            \
    e += c & d;                                                                                    \
    hold(e);                                                                                       \
    e += (c ^ d) & b

#define FIVE_ROUNDS(WORD, t, K, f)                                                                 \
    ROUND(WORD, (t) + 0, a, b, c, d, e, K, f);                                                     \
    ROUND(WORD, (t) + 1, e, a, b, c, d, K, f);                                                     \
    ROUND(WORD, (t) + 2, d, e, a, b, c, K, f);                                                     \
    ROUND(WORD, (t) + 3, c, d, e, a, b, K, f);                                                     \
    ROUND(WORD, (t) + 4, b, c, d, e, a, K, f)

#define TWENTY_ROUNDS(t, K, f)                                                                     \
    FIVE_ROUNDS(EXPAND, t, K, f);                                                                  \
    FIVE_ROUNDS(EXPAND, (t) + 5, K, f);                                                            \
    FIVE_ROUNDS(EXPAND, (t) + 10, K, f);                                                           \
    FIVE_ROUNDS(EXPAND, (t) + 15, K, f)

static void compress(word *H, const unsigned char *M) {
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4];
    word W[16], x;

    FIVE_ROUNDS(LOAD, 0, K[0], CH);
    FIVE_ROUNDS(LOAD, 5, K[0], CH);
    FIVE_ROUNDS(LOAD, 10, K[0], CH);
    ROUND(LOAD, 15, a, b, c, d, e, K[0], CH);
    ROUND(EXPAND, 16, e, a, b, c, d, K[0], CH);
    ROUND(EXPAND, 17, d, e, a, b, c, K[0], CH);
    ROUND(EXPAND, 18, c, d, e, a, b, K[0], CH);
    ROUND(EXPAND, 19, b, c, d, e, a, K[0], CH);
    TWENTY_ROUNDS(20, K[1], PARITY);
    TWENTY_ROUNDS(40, K[2], MAJ);
    TWENTY_ROUNDS(60, K[3], PARITY);
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
