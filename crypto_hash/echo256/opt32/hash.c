/* SPDX-License-Identifier: MIT */
/*
 * ECHO, second-round version (double-pipe): blocks, counters, padding and output, for both sizes
 * and every technique. compress.h holds the compression function and with it all that costs time:
 * it says which technique, and why. The directories of the other optimized implementations link to
 * this file.
 *
 * Technique: the last blocks are padded before the first block is hashed. What was written byte by
 * byte is read by words or vectors, which costs a failed store forwarding if it comes right after;
 * behind other blocks it costs nothing. There is one loop with one call, so that the chaining value
 * stays in registers where there are enough, and the compression function is there once.
 *
 * Bound: the counter has 64 bits, so the message has fewer than 2^61 bytes. out is written after
 * the last byte of in was read, so it may be in.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"

enum { CHAIN_BYTES = 16 * CHAIN_WORDS, BLOCK_BYTES = 256 - CHAIN_BYTES };

#include "compress.h"

/* The rest of the message, a bit 1, zeros, the length of the digest, that of the message in bits;
 * the number of blocks that it takes. */
static unsigned pad(unsigned char last[2 * BLOCK_BYTES], const unsigned char *in,
                    unsigned long long inlen) {
    unsigned left = (unsigned)(inlen % BLOCK_BYTES);
    unsigned blocks = 1 + (left + 1 + 2 + 16 > BLOCK_BYTES);
    unsigned char *end = last + blocks * BLOCK_BYTES;

    memset(last, 0, 2 * BLOCK_BYTES);
    if (left > 0)
        memcpy(last, in + (inlen - left), left);
    last[left] = 0x80;
    end[-18] = (unsigned char)(8 * crypto_hash_BYTES);
    end[-17] = (unsigned char)(8 * crypto_hash_BYTES >> 8);
    for (int i = 0; i < 8; ++i)
        end[i - 16] = (unsigned char)(inlen << 3 >> 8 * i);
    end[-8] = (unsigned char)(inlen >> 61);
    return blocks;
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[2 * BLOCK_BYTES];
    unsigned long long full = inlen / BLOCK_BYTES, blocks = full + pad(last, in, inlen);
    const unsigned char *block = in;
    chaining_value V = initial_value();

    for (unsigned long long i = 0; i < blocks; ++i, block += BLOCK_BYTES) {
        unsigned long long done = (i + 1) * BLOCK_BYTES;

        /* A block without a bit of the message has counter 0. */
        if (i >= full) {
            done = i == full && inlen % BLOCK_BYTES > 0 ? inlen : 0;
            block = last + (i - full) * BLOCK_BYTES;
        }
        compress(&V, block, 8 * done);
    }
    store_digest(out, &V);
    return 0;
}
