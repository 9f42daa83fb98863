/* SPDX-License-Identifier: MIT */
/*
 * SHAvite-3 without salt: blocks, counter, padding and output, for both sizes and every technique.
 * compress.h holds the compression function and with it all that costs time: it says which
 * technique, and why. The directories of the other optimized implementations link to this file.
 *
 * Technique: the last blocks are padded before the first one is compressed. What is written byte by
 * byte is read by words or vectors, which costs a failed store forwarding if it comes right after;
 * behind other blocks it costs nothing. One loop has the only call of compress.
 *
 * The counter of a block without message bits is 0. The length in bits has 64 or 128 bits, and the
 * counter four words at most, of which the last is always 0 because inlen has 64 bits. out is
 * written after the last byte of in has been read, so it may be in.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"

#include "compress.h"

static inline uint32_t byte_swap_if_big_endian(uint32_t x) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap32(x);
#endif
    return x;
}

static inline void store_little_endian32(unsigned char *bytes, uint32_t x) {
    x = byte_swap_if_big_endian(x);
    memcpy(bytes, &x, sizeof x);
}

/* The rest of the message, a bit 1, zeros, the length and the size of the digest in bits. The
 * number of blocks that it takes. */
static inline unsigned pad(unsigned char last[2 * BLOCK_BYTES], const unsigned char *in,
                           unsigned long long inlen) {
    unsigned left = inlen % BLOCK_BYTES;
    unsigned blocks = left + 1 + LENGTH_BYTES + 2 > BLOCK_BYTES ? 2 : 1;
    unsigned char *length = last + blocks * BLOCK_BYTES - LENGTH_BYTES - 2;

    memset(last, 0, 2 * BLOCK_BYTES);
    if (left > 0)
        memcpy(last, in + (inlen - left), left);
    last[left] = 0x80;
    store_little_endian32(length, (uint32_t)(inlen << 3));
    store_little_endian32(length + 4, (uint32_t)(inlen >> 29));
    if (LENGTH_BYTES > 8)
        length[8] = (unsigned char)(inlen >> 61);
    length[LENGTH_BYTES + 1] = (unsigned char)(8 * crypto_hash_BYTES >> 8);
    return blocks;
}

TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    _Alignas(64) unsigned char last[2 * BLOCK_BYTES];
    unsigned long long full = inlen / BLOCK_BYTES, blocks = full + pad(last, in, inlen);
    const unsigned char *block = in;
    chaining_value h = initial_value();

    for (unsigned long long i = 0; i < blocks; ++i, block += BLOCK_BYTES) {
        unsigned long long bytes = (i + 1) * BLOCK_BYTES;

        if (i >= full) {
            bytes = i == full && inlen % BLOCK_BYTES > 0 ? inlen : 0;
            block = last + (i - full) * BLOCK_BYTES;
        }
        compress(&h, block, bytes);
    }
    store_digest(out, &h);
    return 0;
}
