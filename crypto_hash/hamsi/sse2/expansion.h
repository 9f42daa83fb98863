/* SPDX-License-Identifier: MIT */
/*
 * The message expansion by tables of whole bytes: eight loads of 16 bytes for a block.
 *
 * The 32 KiB of tables are as much as most first-level caches hold. The expansion does not depend
 * on the chaining value, so the processor does it ahead and misses are hidden.
 */
#include "tables.h"

INLINE message expand(const unsigned char *block) {
    const uint32_t *t0 = expansion[0][block[0]], *t1 = expansion[1][block[1]];
    const uint32_t *t2 = expansion[2][block[2]], *t3 = expansion[3][block[3]];

    return (message){load(t0) ^ load(t1) ^ load(t2) ^ load(t3),
                     load(t0 + 4) ^ load(t1 + 4) ^ load(t2 + 4) ^ load(t3 + 4)};
}

INLINE void absorb_blocks(chain *at, const unsigned char *in, unsigned long long blocks) {
    for (; blocks > 0; --blocks, in += BLOCK_BYTES)
        absorb_block(at, add_words(expand(in), alpha_of_m));
}
