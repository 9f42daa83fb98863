/* SPDX-License-Identifier: MIT */
/*
 * Skein version 1.3: chaining of blocks, last block and output, for every size of the state and
 * every technique. blocks.h holds Threefish and with it all that costs time: it says which
 * technique, and why. The directories of the other optimized implementations link to this file.
 *
 * All full blocks but the last go to one call of UBI_blocks, which keeps the chaining value in
 * registers from block to block. The last block is the only FINAL one, full or not; a full one is
 * read where it is. The output is one block whose message is the counter 0, so its digest is that
 * block's chaining value.
 *
 * A position counts bytes and inlen has 64 bits, so the upper 32 of the tweak's 96 position bits
 * stay zero. The digest is written after the last read of the input: the two may overlap.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"

/* The upper word of the tweak. */
#define TYPE_MESSAGE (UINT64_C(48) << 56)
#define TYPE_OUTPUT (UINT64_C(63) << 56)
#define FIRST (UINT64_C(1) << 62)
#define FINAL (UINT64_C(1) << 63)

#define KEY_PARITY UINT64_C(0x1bd11bdaa9fc1a22)

#include "blocks.h"

enum { BLOCK_BYTES = 8 * WORDS };

_Static_assert(crypto_hash_BYTES <= BLOCK_BYTES, "the digest must fit into one block");
_Static_assert(crypto_hash_BYTES % 8 == 0, "the digest is stored in words");

static inline void store_little_endian(unsigned char *bytes, uint64_t word) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(bytes, &word, sizeof word);
#else
    for (int i = 0; i < 8; ++i)
        bytes[i] = (unsigned char)(word >> 8 * i);
#endif
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const unsigned char counter[BLOCK_BYTES] = {0};
    const unsigned long long full = inlen > 0 ? (inlen - 1) / BLOCK_BYTES : 0;
    const size_t rest = (size_t)(inlen - full * BLOCK_BYTES);
    unsigned char last[BLOCK_BYTES];
    uint64_t G[WORDS], flags = TYPE_MESSAGE | FIRST;

    memcpy(G, initial_value, sizeof G);
    if (full > 0) {
        UBI_blocks(G, in, full, BLOCK_BYTES, flags);
        in += full * BLOCK_BYTES;
        flags = TYPE_MESSAGE;
    }
    if (rest < BLOCK_BYTES) {
        memset(last, 0, BLOCK_BYTES);
        if (rest > 0)
            memcpy(last, in, rest);
        in = last;
    }
    UBI_blocks(G, in, 1, inlen, flags | FINAL);
    UBI_blocks(G, counter, 1, 8, TYPE_OUTPUT | FIRST | FINAL);
    for (int i = 0; i < crypto_hash_BYTES / 8; ++i)
        store_little_endian(out + 8 * i, G[i]);
    return 0;
}
