/* SPDX-License-Identifier: MIT */
/* What MD5 and RIPEMD-160 have in common: little-endian words, padding, and crypto_hash() from a
 * function over one block. The includer defines word and INITIAL[] before, and hash_block() behind.
 *
 * Invariant: the digest is written after the last read of the message, so the two may overlap. */
#include <stddef.h>

enum { BLOCK = 64, LENGTH_FIELD = 8, WORDS_OF_STATE = crypto_hash_BYTES / 4 };

static void hash_block(word state[WORDS_OF_STATE], const unsigned char *M);

static word load_word(const unsigned char *bytes) {
    return bytes[0] | (word)bytes[1] << 8 | (word)bytes[2] << 16 | (word)bytes[3] << 24;
}

static void store_word(unsigned char *bytes, word x) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(x >> 8 * i);
}

/* Makes the last one or two blocks from the rest of the message, and returns their size. Both
 * specifications take the length modulo 2^64 bits. */
static size_t pad(unsigned char end[2 * BLOCK], const unsigned char *rest,
                  unsigned long long inlen) {
    const size_t used = (size_t)(inlen % BLOCK);
    const size_t size = used < BLOCK - LENGTH_FIELD ? BLOCK : 2 * BLOCK;
    const uint64_t bits = (uint64_t)inlen << 3;

    for (size_t i = 0; i < size; i++)
        end[i] = i < used ? rest[i] : 0;
    end[used] = 0x80;
    for (int i = 0; i < LENGTH_FIELD; i++)
        end[size - LENGTH_FIELD + i] = (unsigned char)(bits >> 8 * i);
    return size;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned long long left = inlen;
    unsigned char end[2 * BLOCK];
    word state[WORDS_OF_STATE];

    for (int i = 0; i < WORDS_OF_STATE; i++)
        state[i] = INITIAL[i];
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK)
        hash_block(state, in);
    const size_t size = pad(end, in, inlen);
    for (size_t i = 0; i < size; i += BLOCK)
        hash_block(state, end + i);
    for (int i = 0; i < WORDS_OF_STATE; i++)
        store_word(out + 4 * i, state[i]);
    return 0;
}
