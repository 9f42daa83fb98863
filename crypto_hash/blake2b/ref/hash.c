/* SPDX-License-Identifier: MIT */

/*
 * Reference implementation of BLAKE2b and BLAKE2s, unkeyed, with the longest digest, after sections
 * 2 and 3 of RFC 7693.
 *
 * blake2s links to this file; parameters.h and api.h are its own.
 *
 * Technique: both functions are one text over a word of 32 or 64 bits, as in the RFC. G is handed
 * the two message words that sigma selects at run time.
 *
 * Bound: the number of bytes is below 2^64, so it fits into the counter's two words of either
 * width; it is cut by two shifts, because one by 64 is undefined. out is written after the last
 * byte of in was read, so it may be in.
 *
 * Rejected: the buffered init, update, final of the RFC's sample. The whole message is at hand, so
 * only the last block, which must be known to be the last even if it is full, needs a copy.
 */

#include "crypto_hash.h"
#include "parameters.h"
#include "sigma.h"

enum { WORD_BYTES = WORD_BITS / 8, BLOCK_BYTES = 16 * WORD_BYTES };

static word load(const unsigned char *from) {
    word w = 0;

    for (int i = WORD_BYTES - 1; i >= 0; i--) {
        w = w << 8 | from[i];
    }
    return w;
}

static void store(unsigned char *to, word w) {
    for (int i = 0; i < WORD_BYTES; i++) {
        to[i] = (unsigned char)w;
        w >>= 8;
    }
}

static inline word rotate(word w, int n) { return w >> n | w << (WORD_BITS - n); }

static inline void G(word v[16], int a, int b, int c, int d, word x, word y) {
    v[a] += v[b] + x;
    v[d] = rotate(v[d] ^ v[a], R1);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], R2);
    v[a] += v[b] + y;
    v[d] = rotate(v[d] ^ v[a], R3);
    v[c] += v[d];
    v[b] = rotate(v[b] ^ v[c], R4);
}

/* s is the round's row of sigma. */
static inline void round_function(word v[16], const word m[16], const unsigned char s[16]) {
    G(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
    G(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
    G(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
    G(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
    G(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
    G(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
    G(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
    G(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
}

/* F of the RFC: t is the number of message bytes up to the end of this block. */
static void F(word h[8], const unsigned char *block, unsigned long long t, int is_last) {
    word m[16], v[16];

    for (int i = 0; i < 16; i++) {
        m[i] = load(block + i * WORD_BYTES);
    }
    for (int i = 0; i < 8; i++) {
        v[i] = h[i];
        v[i + 8] = IV[i];
    }
    v[12] ^= (word)t;
    v[13] ^= (word)(t >> (WORD_BITS / 2) >> (WORD_BITS / 2));
    if (is_last) {
        v[14] = ~v[14];
    }
    for (int r = 0; r < ROUNDS; r++) {
        round_function(v, m, sigma[r % 10]);
    }
    for (int i = 0; i < 8; i++) {
        h[i] ^= v[i] ^ v[i + 8];
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char last[BLOCK_BYTES] = {0};
    unsigned long long done = 0;
    word h[8];

    for (int i = 0; i < 8; i++) {
        h[i] = IV[i];
    }
    h[0] ^= 0x01010000 ^ crypto_hash_BYTES; /* fan-out 1, depth 1, no key, length of the digest */
    for (; inlen - done > BLOCK_BYTES; in += BLOCK_BYTES) {
        done += BLOCK_BYTES;
        F(h, in, done, 0);
    }
    for (unsigned i = 0; i < inlen - done; i++) {
        last[i] = in[i];
    }
    F(h, last, inlen, 1);
    for (int i = 0; i < 8; i++) {
        store(out + i * WORD_BYTES, h[i]);
    }
    return 0;
}
