/* SPDX-License-Identifier: MIT */
/*
 * Grøstl, final-round version: blocks, padding and output, for both sizes and every technique.
 * permutations.h holds P and Q and with them all that costs time: it says which technique, and why.
 * The directories of the other optimized implementations link to this file.
 *
 * The chaining value is kept in the order of the specification's bytes between calls; a technique
 * that orders them otherwise does so once for all full blocks, and once more for the padding.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"

enum { BLOCK_BYTES = 8 * COLUMNS };

#include "permutations.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    _Alignas(64) unsigned char h[BLOCK_BYTES] = {0};
    _Alignas(64) unsigned char last[2 * BLOCK_BYTES] = {0};
    unsigned long long full = inlen / BLOCK_BYTES;
    unsigned left = inlen % BLOCK_BYTES;
    unsigned padding_blocks = left + 1 + 8 > BLOCK_BYTES ? 2 : 1;
    uint64_t count = full + padding_blocks;

    /* The initial value is the output length in bits. */
    h[BLOCK_BYTES - 2] = (unsigned char)(8 * crypto_hash_BYTES >> 8);
    h[BLOCK_BYTES - 1] = (unsigned char)(8 * crypto_hash_BYTES);
    if (left > 0)
        memcpy(last, in + full * BLOCK_BYTES, left);
    last[left] = 0x80;
    for (unsigned i = 1; i <= 8; ++i, count >>= 8)
        last[padding_blocks * BLOCK_BYTES - i] = (unsigned char)count;
    if (full > 0)
        compress(h, in, full);
    compress(h, last, padding_blocks);
    output_transformation(h);
    memcpy(out, h + BLOCK_BYTES - crypto_hash_BYTES, crypto_hash_BYTES);
    return 0;
}
