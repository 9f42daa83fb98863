/* SPDX-License-Identifier: MIT */
/*
 * Groups of GROUP blocks, which expand_group() expands at once. The next group is expanded before
 * the present one is absorbed, so that no block waits for it.
 */
/* Expands 1 to GROUP blocks, and reads no more than them. */
INLINE void expand_rest(expanded *m, const unsigned char *in, unsigned blocks,
                        const uint32_t constants[2 * COLUMNS]) {
    unsigned char bytes[GROUP * BLOCK_BYTES] = {0};

    memcpy(bytes, in, blocks * BLOCK_BYTES);
    expand_group(m, bytes, constants);
}

INLINE void absorb_group(chain *at, const expanded *m, unsigned blocks) {
    for (unsigned i = 0; i < blocks; ++i)
        absorb_block(at, message_of_block(m, i));
}

INLINE void absorb_blocks(chain *at, const unsigned char *in, unsigned long long blocks) {
    expanded m[2];
    unsigned now = 0, count = blocks < GROUP ? (unsigned)blocks : GROUP;

    if (count > 0)
        expand_rest(&m[0], in, count, alpha_of_m);
    while (count > 0) {
        unsigned next;
        in += count * BLOCK_BYTES;
        blocks -= count;
        next = blocks < GROUP ? (unsigned)blocks : GROUP;
        if (next == GROUP)
            expand_group(&m[now ^ 1], in, alpha_of_m);
        else if (next > 0)
            expand_rest(&m[now ^ 1], in, next, alpha_of_m);
        absorb_group(at, &m[now], count);
        now ^= 1;
        count = next;
    }
}

INLINE message expand(const unsigned char *block) {
    expanded m;

    expand_rest(&m, block, 1, no_constants);
    return message_of_block(&m, 0);
}
