/* SPDX-License-Identifier: MIT */
/*
 * SIMD-256 and SIMD-512 with vectors: blocks, padding and output, for both sizes and every
 * technique. The reference says which document it is and has its names. vector.h holds the
 * operations of the message expansion and rows.h those of the steps: the first says what bounds
 * both. expansion.h and compression.h hold what is made of them.
 *
 * Technique: a batch is as many blocks as the expansion takes at once, LANES. The steps of a batch
 * run beside the expansion of the next one. The block with the length is the last one of the last
 * batch; where that has lanes left, they expand that block once more for nothing.
 *
 * Bound: out is written after all of in has been read, so it may be in.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"
#include "twiddles.h"
#include "vector.h"

#include "rows.h"
#include "steps.h"

enum { BLOCK_BYTES = 16 * FEISTELS };

#define INLINE TARGET static inline __attribute__((always_inline))

#include "expansion.h"

/* The full blocks, and those that padding makes: `blocks` is the number of all. */
typedef struct {
    const unsigned char *in, *last;
    unsigned long long full, blocks;
} message;

/* The batch that begins with block i. */
static inline void choose(batch *to, const message *from, unsigned long long i) {
    for (int lane = 0; lane < LANES; ++lane, ++i) {
        if (i >= from->blocks)
            i = from->blocks - 1;
        to->block[lane] = i < from->full ? from->in + i * BLOCK_BYTES
                                         : from->last + (i - from->full) * BLOCK_BYTES;
        to->final[lane] = (const unsigned char *)final_coefficient[i == from->blocks - 1];
    }
}

#include "compression.h"

/* Zeros up to a full block if any byte is left, and the block with the length. */
static message pad(unsigned char last[2 * BLOCK_BYTES], const unsigned char *in,
                   unsigned long long inlen) {
    unsigned left = inlen % BLOCK_BYTES;
    unsigned char *length = last + (left > 0 ? BLOCK_BYTES : 0);
    message m = {in, last, inlen / BLOCK_BYTES, inlen / BLOCK_BYTES + (left > 0 ? 2 : 1)};
    uint64_t bits = (uint64_t)inlen << 3;

    memset(last, 0, 2 * BLOCK_BYTES);
    if (left > 0)
        memcpy(last, in + (inlen - left), left);
    memcpy(length, &bits, sizeof bits);
    return m;
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[2 * BLOCK_BYTES];
    message m = pad(last, in, inlen);
    batch b[2];
    expanded e[2];
    state at = {load_row(initial_value[0]), load_row(initial_value[1]), load_row(initial_value[2]),
                load_row(initial_value[3])};
    unsigned now;

    choose(b, &m, 0);
    expand(e, b);
    now = compress_overlapped(&at, e, b, &m);
    for (unsigned lane = 0; lane <= (m.blocks - 1) % LANES; ++lane)
        compress(&at, b[now].block[lane], words_of(e + now, lane));
    store_row(out, at.A);
    store_row(out + 4 * FEISTELS, at.B);
    return 0;
}
