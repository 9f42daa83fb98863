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
 * Bound: operations. A round has 8 on average, where one LEA adds three, and the word of each of
 * 64 rounds 4, four of them in a cycle: 224 cycles or 3.5 cycles/byte; measured on Zen 4: 4.2. The
 * dependency chain, a rotation and an addition, is 160 cycles.
 *
 * Rejected: Maj as the standard has it, (b AND c) XOR (b AND d) XOR (c AND d): five operations
 * before the addition, where (c AND d) + (b AND (c XOR d)) takes three and needs b last.
 */
#include "crypto_hash.h"
#include "parameters.h"

#include "message_end.h"

#include "rounds_unrolled.h"

#define LOADED(t) (W[(t) % 16] = load_word(M + 4 * (t)), W[(t) % 16] + K[(t) / 20])
#define EXPANDED(t)                                                                                \
    (x = W[((t) + 13) % 16] ^ W[((t) + 8) % 16] ^ W[((t) + 2) % 16] ^ W[(t) % 16],                 \
     W[(t) % 16] = ROL(x, 1), W[(t) % 16] + K[(t) / 20])

#define TWENTY_ROUNDS(t, f)                                                                        \
    FIVE_ROUNDS(EXPANDED, t, f);                                                                   \
    FIVE_ROUNDS(EXPANDED, (t) + 5, f);                                                             \
    FIVE_ROUNDS(EXPANDED, (t) + 10, f);                                                            \
    FIVE_ROUNDS(EXPANDED, (t) + 15, f)

static void compress(word *H, const unsigned char *M) {
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4];
    word W[16], x;

    FIVE_ROUNDS(LOADED, 0, CH);
    FIVE_ROUNDS(LOADED, 5, CH);
    FIVE_ROUNDS(LOADED, 10, CH);
    ROUND(LOADED, 15, a, b, c, d, e, CH);
    ROUND(EXPANDED, 16, e, a, b, c, d, CH);
    ROUND(EXPANDED, 17, d, e, a, b, c, CH);
    ROUND(EXPANDED, 18, c, d, e, a, b, CH);
    ROUND(EXPANDED, 19, b, c, d, e, a, CH);
    TWENTY_ROUNDS(20, PARITY);
    TWENTY_ROUNDS(40, MAJ);
    TWENTY_ROUNDS(60, PARITY);
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
