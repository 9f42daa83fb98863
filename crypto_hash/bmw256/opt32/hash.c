/* SPDX-License-Identifier: MIT */
/*
 * Blue Midnight Wish, second-round version: initial value, padding, final compression and output,
 * for both sizes and every technique. compress.h holds the compression function and with it all
 * that costs time: it says which technique, and why. The directories of the other optimized
 * implementations link to this file.
 *
 * The final compression takes the chaining value for a message: it is stored as one, and is a block
 * like any other. The digest is written after the last read of the message, so the two may overlap.
 */
#include "crypto_hash.h"
#include <stddef.h>
#include <string.h>

#include "parameters.h"

enum { WORD_BYTES = WORD_BITS / 8, BLOCK_BYTES = 16 * WORD_BYTES };

static inline uint64_t swap_to_little_endian(uint64_t x, int bits) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return bits == 64 ? __builtin_bswap64(x) : __builtin_bswap32((uint32_t)x);
#else
    (void)bits;
    return x;
#endif
}

static inline void store_little_endian(unsigned char *bytes, word x) {
    x = (word)swap_to_little_endian(x, WORD_BITS);
    memcpy(bytes, &x, sizeof x);
}

#include "compress.h"

#define FOUR_WORDS(first, j, step)                                                                 \
    (first) + (j) * (step), (first) + ((j) + 1) * (step), (first) + ((j) + 2) * (step),            \
        (first) + ((j) + 3) * (step)
#define SIXTEEN_WORDS(first, step)                                                                 \
    FOUR_WORDS(first, 0, step), FOUR_WORDS(first, 4, step), FOUR_WORDS(first, 8, step),            \
        FOUR_WORDS(first, 12, step)

static const word initial_value[16] = {SIXTEEN_WORDS(INITIAL(0), INITIAL(1) - INITIAL(0))};
static const word final_constant[16] = {SIXTEEN_WORDS(WORD(0xaaaaaaaaaaaaaaa0), 1)};

/* Makes the last one or two blocks from what is left of the message; returns their number. */
static inline size_t pad(unsigned char last[2 * BLOCK_BYTES], const unsigned char *rest,
                         unsigned long long inlen) {
    const size_t left = (size_t)(inlen % BLOCK_BYTES);
    const size_t blocks = left + 1 + 8 <= BLOCK_BYTES ? 1 : 2;
    const uint64_t bits = swap_to_little_endian((uint64_t)inlen << 3, 64);

    memset(last, 0, 2 * BLOCK_BYTES);
    if (left > 0)
        memcpy(last, rest, left);
    last[left] = 0x80;
    memcpy(last + blocks * BLOCK_BYTES - 8, &bits, 8);
    return blocks;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    const unsigned long long full = inlen / BLOCK_BYTES;
    _Alignas(64) unsigned char last[2 * BLOCK_BYTES];
    _Alignas(64) word H[16];

    memcpy(H, initial_value, sizeof H);
    const size_t blocks = pad(last, in + full * BLOCK_BYTES, inlen);
    if (full > 0)
        compress(H, in, full);
    compress(H, last, blocks);
    for (int i = 0; i < 16; ++i)
        store_little_endian(last + WORD_BYTES * i, H[i]);
    memcpy(H, final_constant, sizeof H);
    compress(H, last, 1);
    for (int i = 0; i < 8; ++i)
        store_little_endian(out + WORD_BYTES * i, H[8 + i]);
    return 0;
}
