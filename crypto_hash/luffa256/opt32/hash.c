/* SPDX-License-Identifier: MIT */
/*
 * Luffa, version 2: blocks, padding and output, for both sizes and every technique. rounds.h holds
 * the rounds and with them all that costs time: it says which technique, what bounds it, and why.
 * The directories of the other optimized implementations link to this file.
 *
 * A blank round absorbs a block of zeros. The first of them follows the padding in one call.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "constants.h"
#include "parameters.h"

enum { BLOCK_BYTES = 32, STEPS = 8 };

#include "rounds.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    state V;
    unsigned char last[2 * BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;

    if (left > 0)
        memcpy(last, in + (inlen - left), left);
    last[left] = 0x80;
    start(&V);
    rounds(&V, in, inlen / BLOCK_BYTES);
    rounds(&V, last, 2);
    put_sum(out, &V);
    if (crypto_hash_BYTES > BLOCK_BYTES) {
        rounds(&V, last + BLOCK_BYTES, 1);
        put_sum(out + BLOCK_BYTES, &V);
    }
    return 0;
}
