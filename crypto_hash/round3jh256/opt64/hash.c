/* SPDX-License-Identifier: MIT */
/*
 * JH in its final version (42 rounds) with 256 or 512 bits of output: blocks and padding. f8.h has
 * the state, start(), finish() and F8, and says which technique it has and what limits the speed.
 * The other optimized implementations link to this file.
 *
 * Technique: all of them replace the permutation P8 as the specification's bit-sliced form does.
 * Round r exchanges neighbouring groups of 2^(r mod 7) odd elements.
 *
 * Invariant: after 7 rounds all elements are in order again, and 42 is a multiple of 7. The length
 * in bits is inlen times 8, of which the upper 3 bits are in the word before the last. out is
 * written after the last byte of in was read, so it may be in.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"
#include "roundconstants.h"

enum { BLOCK_BYTES = 64 };

static void put_big_endian(unsigned char *bytes, uint64_t word) {
    for (int i = 7; i >= 0; --i, word >>= 8)
        bytes[i] = (unsigned char)word;
}

#include "f8.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    state H;
    unsigned char last[2 * BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    /* At least 512 bits are added: the length has a block of its own where any byte is left. */
    unsigned last_blocks = left > 0 ? 2 : 1;

    start(&H, initial_value);
    F8(&H, in, inlen / BLOCK_BYTES);
    if (left > 0)
        memcpy(last, in + (inlen - left), left);
    last[left] = 0x80;
    put_big_endian(last + last_blocks * BLOCK_BYTES - 16, inlen >> 61);
    put_big_endian(last + last_blocks * BLOCK_BYTES - 8, inlen << 3);
    F8(&H, last, last_blocks);
    finish(out, crypto_hash_BYTES, &H);
    return 0;
}
