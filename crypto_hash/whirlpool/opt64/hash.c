/* SPDX-License-Identifier: MIT */
/*
 * Whirlpool (ISO/IEC 10118-3:2004, dedicated hash function 7; "The Whirlpool Hashing Function",
 * Barreto and Rijmen, 2003): blocks and padding, for every technique. compress.h holds the block
 * cipher and with it all that costs time: it says which technique, and why. The directories of the
 * other optimized implementations link to this file.
 *
 * The chaining value is kept in the order of the specification's bytes between calls; a technique
 * that orders them otherwise does so once for all full blocks, and once more for the padding.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

enum { ROUNDS = 10, BLOCK_BYTES = 64 };

#include "compress.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    _Alignas(64) unsigned char h[BLOCK_BYTES] = {0};
    _Alignas(64) unsigned char last[2 * BLOCK_BYTES] = {0};
    unsigned long long full = inlen / BLOCK_BYTES, length = inlen >> 5;
    unsigned left = inlen % BLOCK_BYTES;
    unsigned padding_blocks = left + 1 + 32 > BLOCK_BYTES ? 2 : 1;
    unsigned end = padding_blocks * BLOCK_BYTES;

    if (left > 0)
        memcpy(last, in + full * BLOCK_BYTES, left);
    last[left] = 0x80;
    /* The length in bits has 256 bits; 8 times inlen may have more than 64. */
    last[end - 1] = (unsigned char)(inlen << 3);
    for (unsigned i = 2; i <= 9; ++i, length >>= 8)
        last[end - i] = (unsigned char)length;
    if (full > 0)
        compress(h, in, full);
    compress(h, last, padding_blocks);
    memcpy(out, h, sizeof h);
    return 0;
}
