/* SPDX-License-Identifier: MIT */

/*
 * BLAKE-256 and BLAKE-512 but for their compression functions: counter and padding.
 *
 * Shared by all but the reference; the technique stands in compress.h, and that of vector
 * instructions in vector.h.
 *
 * Technique: the last blocks are padded before the first block is hashed. What was written byte by
 * byte is read by words or vectors, which costs a failed store forwarding if it comes right after;
 * behind other blocks it costs nothing. There is one loop with one call, so that the chaining value
 * stays in registers and the unrolled compression is there once.
 *
 * Bound: the counter and the length are two words, taken from the number of bytes by shifts smaller
 * than 64. A block without message bits has counter 0. out is written after the last byte of in
 * was read, so it may be in.
 */

#include "crypto_hash.h"
#include "parameters.h"

enum { WORD_BYTES = WORD_BITS / 8, BLOCK_BYTES = 16 * WORD_BYTES };

struct counter {
    word low, high;
};

#include "compress.h"

static inline struct counter bits_of(unsigned long long bytes) {
    return (struct counter){(word)(bytes << 3), (word)(bytes >> (WORD_BITS - 3))};
}

/* The rest of the message, a bit 1, zeros, a bit 1, the length; the number of blocks that it
 * takes. */
static unsigned pad(unsigned char last[2 * BLOCK_BYTES], const unsigned char *in,
                    unsigned long long inlen) {
    unsigned restlen = (unsigned)(inlen % BLOCK_BYTES);
    unsigned blocks = 1 + (restlen + 1 + 2 * WORD_BYTES > BLOCK_BYTES);
    unsigned char *length = last + blocks * BLOCK_BYTES - 8;

    __builtin_memset(last, 0, 2 * BLOCK_BYTES);
    __builtin_memcpy(last, in + (inlen - restlen), restlen);
    last[restlen] = 0x80;
    last[blocks * BLOCK_BYTES - 2 * WORD_BYTES - 1] |= 0x01;
    for (int i = 0; i < 8; i++) {
        length[i] = (unsigned char)(inlen << 3 >> (56 - 8 * i));
    }
    if (WORD_BYTES == 8) {
        length[-1] = (unsigned char)(inlen >> 61);
    }
    return blocks;
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[2 * BLOCK_BYTES];
    unsigned long long full = inlen / BLOCK_BYTES, blocks = full + pad(last, in, inlen);
    const unsigned char *block = in;
    chaining_value h = initial_value();

    for (unsigned long long i = 0; i < blocks; i++, block += BLOCK_BYTES) {
        unsigned long long done = (i + 1) * BLOCK_BYTES;

        if (i >= full) {
            done = i == full && inlen % BLOCK_BYTES > 0 ? inlen : 0;
            block = last + (i - full) * BLOCK_BYTES;
        }
        compress(&h, block, bits_of(done));
    }
    store_digest(out, &h);
    return 0;
}
