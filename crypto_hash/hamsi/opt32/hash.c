/* SPDX-License-Identifier: MIT */
/*
 * Hamsi: blocks, padding and output, for both sizes and every optimized technique. blocks.h holds
 * the state, with start() and finish(), and absorb(), with it all that costs time: it says which
 * technique, what bounds it, and why.
 *
 * The padding is a bit 1, zeros to the end of the block, and the length in bits in 8 bytes. Its
 * last block goes through P_f, all others through P.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"

/* A block has as many bytes as the state has columns, a chaining value two words for each. */
enum { BLOCK_BYTES = COLUMNS, WORDS = 2 * COLUMNS };

#include "blocks.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    state h;
    unsigned char last[BLOCK_BYTES + 8] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    uint64_t bits = (uint64_t)inlen << 3;

    start(&h, (const unsigned char *)initial_value);
    absorb(&h, in, inlen / BLOCK_BYTES);
    if (left > 0)
        memcpy(last, in + (inlen - left), left);
    last[left] = 0x80;
    for (unsigned i = 1; i <= 8; ++i, bits >>= 8)
        last[sizeof last - i] = (unsigned char)bits;
    absorb(&h, last, sizeof last / BLOCK_BYTES - 1);
    finish(out, &h, last + sizeof last - BLOCK_BYTES);
    return 0;
}
