/* SPDX-License-Identifier: MIT */
/*
 * CubeHash with 512 bits of output, 32 bytes a block and 16 rounds a block, in both versions.
 * rounds.h holds what a state is and the rounds: it says which technique, what bounds it, and why.
 * The directories of the other optimized implementations link to this file.
 *
 * Technique: the last block is padded in a buffer, so that all blocks take the one way through the
 * only copy of the block's rounds. The state is local to one function: where the processor has the
 * registers, it stays in them from the first block to the digest. The mark 0x80 and the zeros
 * behind it are one copy of fixed length; a message of whole blocks is then followed by a block
 * that one store has written and one load can read.
 *
 * Bound: the digest is written after the last read of in: out may be in.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"
#include "rounds.h"

enum { BLOCK_BYTES = 32, BLOCK_ROUNDS = 16 };

static const unsigned char mark[BLOCK_BYTES] = {0x80};

static inline void pad(unsigned char last[2 * BLOCK_BYTES], const unsigned char *rest,
                       size_t length) {
    if (length > 0)
        memcpy(last, rest, length);
    memcpy(last + length, mark, BLOCK_BYTES);
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[2 * BLOCK_BYTES];
    unsigned long long blocks = inlen / BLOCK_BYTES;
    state x;

    load_state(&x, initial_state);
    pad(last, in + blocks * BLOCK_BYTES, inlen % BLOCK_BYTES);
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        absorb(&x, in);
        transform(&x, BLOCK_ROUNDS);
    }
    absorb(&x, last);
    transform(&x, BLOCK_ROUNDS);
    flip_last_word(&x);
    transform(&x, FINAL_ROUNDS);
    store_digest(out, &x);
    return 0;
}
