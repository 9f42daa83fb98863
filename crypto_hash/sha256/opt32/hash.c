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
 * Bound: operations. A round has 21 and its word 13, four of them in a cycle: 34/4 cycles or 8.5
 * cycles a round, hence 8.5 cycles/byte for 64 rounds of 64 bytes and 5.3 for 80 of 128; measured
 * on Zen 4, with 22 in a round: 9.7 and 6.0. The dependency chain, from e to e in 4 cycles, hides
 * below.
 *
 * Rejected: the whole schedule before the rounds. 64 or 80 words leave and enter registers once
 * more, and the chain has nothing to fill its gaps. Maj as ((a | b) & c) | (a & b), which has the
 * operation more: on Cascade Lake 1.03 to 1.09 times as long, in 32-bit code 1.00 to 1.04.
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
