/* SPDX-License-Identifier: MIT */
/*
 * The message expansion by tables of half bytes, 16 KiB: sixteen times four loads of 16 bytes for a
 * block.
 */
#include "tables.h"

INLINE message expand(const unsigned char *block) {
    vector w0 = {0}, w4 = {0}, w8 = {0}, w12 = {0};

    for (unsigned i = 0; i < BLOCK_BYTES; ++i) {
        const uint32_t *high = expansion[2 * i][block[i] >> 4];
        const uint32_t *low = expansion[2 * i + 1][block[i] & 15];
        w0 ^= load(high) ^ load(low);
        w4 ^= load(high + 4) ^ load(low + 4);
        w8 ^= load(high + 8) ^ load(low + 8);
        w12 ^= load(high + 12) ^ load(low + 12);
    }
    return (message){SHUFFLE(w0, w4, 0, 2, 4, 6), SHUFFLE(w0, w4, 1, 3, 5, 7),
                     SHUFFLE(w8, w12, 0, 2, 4, 6), SHUFFLE(w8, w12, 1, 3, 5, 7)};
}

INLINE void absorb_blocks(chain *at, const unsigned char *in, unsigned long long blocks) {
    for (; blocks > 0; --blocks, in += BLOCK_BYTES)
        absorb_block(at, add_words(expand(in), alpha_of_m));
}
