/* SPDX-License-Identifier: MIT */
/*
 * JH in its final version (42 rounds) with 256 or 512 bits of output, bit-sliced in eight vectors
 * of 128 bits: x_i in vector i, its two words as numbers, of which bit 63 is the first bit.
 * vector.h holds what a vector is and the operations on it: it says which technique, what bounds
 * it, and why. The directories of the other optimized implementations link to this file.
 *
 * The S-boxes S0 and S1 of all pairs are ten functions of three inputs. The permutation P8 is
 * replaced, as in the specification's bit-sliced form: round r exchanges neighbouring groups of
 * 2^(r mod 7) bits in the odd vectors, and after 42 rounds, a multiple of 7, all are in order.
 * Seven rounds are written out, so that each exchange is a fixed one.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"
#include "roundconstants.h"

enum { BLOCK_BYTES = 64 };

#include "f8.h"

static void put_big_endian(unsigned char *bytes, uint64_t word) {
    for (int i = 7; i >= 0; --i, word >>= 8)
        bytes[i] = (unsigned char)word;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint64_t H[16];
    unsigned char last[2 * BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    /* At least 512 bits are added: the length has a block of its own where any byte is left. */
    unsigned last_blocks = left > 0 ? 2 : 1;

    memcpy(H, initial_value, sizeof H);
    F8(H, in, inlen / BLOCK_BYTES);
    if (left > 0)
        memcpy(last, in + (inlen - left), left);
    last[left] = 0x80;
    put_big_endian(last + last_blocks * BLOCK_BYTES - 16, inlen >> 61);
    put_big_endian(last + last_blocks * BLOCK_BYTES - 8, inlen << 3);
    F8(H, last, last_blocks);
    for (int i = 0; i < crypto_hash_BYTES / 8; ++i)
        put_big_endian(out + 8 * i, H[16 - crypto_hash_BYTES / 8 + i]);
    return 0;
}
