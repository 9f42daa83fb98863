/* SPDX-License-Identifier: MIT */
/* SHA-1 in portable C, unrolled.
 *
 * Technique: the five variables change their names from round to round, so that nothing is moved.
 * The schedule lives in sixteen words, and the round that uses a word replaces it. The terms that
 * do not need the rotation of a, the newest value, are added to e first. hold() keeps compilers
 * from changing the order of the additions.
 *
 * Invariant: after five rounds the variables are back in their places. Before round t, t >= 16, W[t
 * % 16] is W[t-16], and the fifteen words after it are W[t-15] to W[t-1]. MAJ adds two terms that
 * have no bit in common, so their sum is their OR.
 *
 * Limit: operations. A round has 7.75 on average, where one LEA adds three terms, and each of 64
 * expanded words 4. At four a cycle that is 3.5 cycles/byte. Zen 4 takes 4.2: 83 % of the limit are
 * reached. Zen 5 takes 3.8. The dependency chain, a rotation and an addition in each of 80 rounds,
 * is shorter: 2.5 cycles/byte.
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
