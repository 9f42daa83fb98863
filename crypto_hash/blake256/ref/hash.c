/* SPDX-License-Identifier: MIT */

/*
 * Reference implementation of BLAKE-256 and BLAKE-512 without salt, after sections 2.1 and 2.2 of
 * "SHA-3 proposal BLAKE" of the final round (December 2010).
 *
 * blake512 links to this file; parameters.h and api.h are its own.
 *
 * Technique: both functions are one text over a word of 32 or 64 bits. G takes its message words
 * through the permutation sigma at run time.
 *
 * Bound: the counter t and the length in the padding are two words. They are taken from the number
 * of bytes by shifts smaller than 64, without an overflow: right for BLAKE-512 at every inlen, and
 * for BLAKE-256 below its limit of 2^64 bits. out is written after the last byte of in was read,
 * so it may be in.
 *
 * Rejected: counting t up block by block and correcting it for the padding at the end. The number
 * of message bytes up to a block says the same with no state and no special lengths.
 */

#include "crypto_hash.h"
#include "parameters.h"
#include "sigma.h"

enum { WORD_BYTES = WORD_BITS / 8, BLOCK_BYTES = 16 * WORD_BYTES };

struct counter {
    word low, high;
};

static struct counter bits_of(unsigned long long bytes) {
    return (struct counter){(word)(bytes << 3), (word)(bytes >> (WORD_BITS - 3))};
}

static word load(const unsigned char *from) {
    word w = 0;

    for (int i = 0; i < WORD_BYTES; i++) {
        w = w << 8 | from[i];
    }
    return w;
}

static void store(unsigned char *to, word w) {
    for (int i = WORD_BYTES - 1; i >= 0; i--) {
        to[i] = (unsigned char)w;
        w >>= 8;
    }
}

static inline word rotate(word w, int n) { return w >> n | w << (WORD_BITS - n); }

/* s points at the two entries of sigma that belong to this G. */
static inline void G(word v[16], int a, int b, int c, int d, const word m[16],
                     const unsigned char s[2]) {
    v[a] += v[b] + (m[s[0]] ^ constant[s[1]]);
    v[d] = rotate(v[d] ^ v[a], ROTATE_1);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], ROTATE_2);
    v[a] += v[b] + (m[s[1]] ^ constant[s[0]]);
    v[d] = rotate(v[d] ^ v[a], ROTATE_3);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], ROTATE_4);
}

static inline void round_function(word v[16], const word m[16], const unsigned char s[16]) {
    G(v, 0, 4, 8, 12, m, s);
    G(v, 1, 5, 9, 13, m, s + 2);
    G(v, 2, 6, 10, 14, m, s + 4);
    G(v, 3, 7, 11, 15, m, s + 6);
    G(v, 0, 5, 10, 15, m, s + 8);
    G(v, 1, 6, 11, 12, m, s + 10);
    G(v, 2, 7, 8, 13, m, s + 12);
    G(v, 3, 4, 9, 14, m, s + 14);
}

static void compress(word h[8], const unsigned char *block, struct counter t) {
    word m[16], v[16];

    for (int i = 0; i < 16; i++) {
        m[i] = load(block + i * WORD_BYTES);
    }
    for (int i = 0; i < 8; i++) {
        v[i] = h[i];
        v[i + 8] = constant[i]; /* a salt would be added to the first four */
    }
    v[12] ^= t.low;
    v[13] ^= t.low;
    v[14] ^= t.high;
    v[15] ^= t.high;
    for (int r = 0; r < ROUNDS; r++) {
        round_function(v, m, sigma[r % 10]);
    }
    for (int i = 0; i < 8; i++) {
        h[i] ^= v[i] ^ v[i + 8];
    }
}

/*
 * The padding: a bit 1, zeros, a bit 1, the length of the message in two words. It spills into a
 * second block when the rest of the message leaves less than two words and a byte, which then holds
 * both bits. A block without message bits has t = 0.
 */
static void finish(word h[8], const unsigned char *rest, unsigned restlen,
                   unsigned long long inlen) {
    unsigned char last[2 * BLOCK_BYTES] = {0};
    int spills = restlen + 1 + 2 * WORD_BYTES > BLOCK_BYTES;
    unsigned char *length = last + (1 + spills) * BLOCK_BYTES - 2 * WORD_BYTES;
    struct counter bits = bits_of(inlen), none = {0, 0};

    for (unsigned i = 0; i < restlen; i++) {
        last[i] = rest[i];
    }
    last[restlen] = 0x80;
    length[-1] |= 0x01;
    store(length, bits.high);
    store(length + WORD_BYTES, bits.low);
    compress(h, last, restlen > 0 ? bits : none);
    if (spills) {
        compress(h, last + BLOCK_BYTES, none);
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned long long done = 0;
    word h[8];

    for (int i = 0; i < 8; i++) {
        h[i] = IV[i];
    }
    while (inlen - done >= BLOCK_BYTES) {
        done += BLOCK_BYTES;
        compress(h, in, bits_of(done));
        in += BLOCK_BYTES;
    }
    finish(h, in, (unsigned)(inlen - done), inlen);
    for (int i = 0; i < 8; i++) {
        store(out + i * WORD_BYTES, h[i]);
    }
    return 0;
}
