/* SPDX-License-Identifier: MIT */
/* Words of 32 bits in memory, and crypto_hash() from a function over one block: what MD5 and
 * RIPEMD-160 have in common. The includer defines INITIAL[] before, and compress() behind. The
 * digest is all of H, and is written after the last read of the message, so the two may overlap in
 * any way. */
#include <stddef.h>

enum { BLOCK = 64, LENGTH_FIELD = 8 };

static void compress(uint32_t *H, const unsigned char *M);

static uint32_t load_word(const unsigned char *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store_word(unsigned char *p, uint32_t x) {
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(x >> 8 * i);
}

/* Makes the last one or two blocks from what is left of the message; returns their size. Both
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
    uint32_t H[crypto_hash_BYTES / 4];
    unsigned char end[2 * BLOCK];

    for (int i = 0; i < crypto_hash_BYTES / 4; i++)
        H[i] = INITIAL[i];
    for (unsigned long long left = inlen; left >= BLOCK; left -= BLOCK, in += BLOCK)
        compress(H, in);
    const size_t size = pad(end, in, inlen);
    for (size_t i = 0; i < size; i += BLOCK)
        compress(H, end + i);
    for (int i = 0; i < crypto_hash_BYTES / 4; i++)
        store_word(out + 4 * i, H[i]);
    return 0;
}
