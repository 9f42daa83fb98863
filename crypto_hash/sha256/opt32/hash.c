/* SPDX-License-Identifier: MIT */
/* SHA-224, SHA-256, SHA-384 and SHA-512 in portable C, unrolled. parameters.h says whether words
 * have 32 or 64 bits.
 *
 * Technique: sixteen rounds in a row. The eight variables change their names from round to round,
 * so that nothing is moved. The schedule lives in sixteen words, and the round that uses a word
 * replaces it. The terms that do not need e are added to h first. hold() keeps compilers from
 * changing the order of the additions.
 *
 * Invariant: after eight rounds the variables are back in their places. Before round t, t >= 16,
 * W[t % 16] is W[t-16], and the fifteen words after it are W[t-15] to W[t-1].
 *
 * Limit: operations. A round has 23 with the additions of its word and constant, and each of the 48
 * or 64 expanded words 13. A block has 2112 of SHA-256, and 2688 of SHA-512. At four a cycle that
 * is 8.3 and 5.3 cycles/byte. Zen 4 takes 9.6 and 6.2: 86 and 84 % of the limit are reached. Zen 5
 * takes 7.7 and 4.9. The dependency chain is shorter: 5 cycles a round from e to e, 5.0 and 3.1
 * cycles/byte.
 *
 * Rejected: the whole schedule before the rounds. It stores and loads 64 or 80 words, and leaves
 * the chain nothing that could fill its gaps. Maj as ((a | b) & c) | (a & b), which has one
 * operation more: 1.03 to 1.09 times as long on Cascade Lake, and 1.00 to 1.04 in 32-bit code. The
 * new e first, as d + h + K + W + Ch + Sigma1, and the new a from it, which has one operation more
 * but a chain of 4 cycles: 1.03 and 1.1 times as long on Zen 5 with gcc -O3, the fastest build.
 */
#include "crypto_hash.h"
#include "parameters.h"

enum { BIG_ENDIAN_WORDS = 1 };

#include "message_end.h"
#include "one_block.h"

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    for (; n; n--, in += BLOCK)
        compress(H, in);
}

#include "iterate.h"
