/* SPDX-License-Identifier: MIT */
/* SHA-1: the reference, after FIPS 180-4. Names and steps are the standard's.
 *
 *     2.2.2, 3.2  ROTL
 *     4.1.1       Ch, Parity, Maj, and f(t, x, y, z), which chooses one of them
 *     4.2.1       K(t)
 *     5.1.1       padding: pad()
 *     5.2.1       parsing, big-endian words: load_word()
 *     5.3.1       H(0): the initialization of H in crypto_hash()
 *     6.1.2       hash computation: hash_block()
 *
 * Invariant: the digest is written after the last read of the message, so the two may overlap.
 */
#include "crypto_hash.h"
#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 64, LENGTH_FIELD = 8, ROUNDS = 80 };

typedef uint32_t word;

static word ROTL(int n, word x) { return x << n | x >> (32 - n); }

static word Ch(word x, word y, word z) { return (x & y) ^ (~x & z); }

static word Parity(word x, word y, word z) { return x ^ y ^ z; }

static word Maj(word x, word y, word z) { return (x & y) ^ (x & z) ^ (y & z); }

static word f(int t, word x, word y, word z) {
    if (t <= 19)
        return Ch(x, y, z);
    if (t <= 39)
        return Parity(x, y, z);
    if (t <= 59)
        return Maj(x, y, z);
    return Parity(x, y, z);
}

static word K(int t) {
    if (t <= 19)
        return 0x5a827999;
    if (t <= 39)
        return 0x6ed9eba1;
    if (t <= 59)
        return 0x8f1bbcdc;
    return 0xca62c1d6;
}

static word load_word(const unsigned char *bytes) {
    return (word)bytes[0] << 24 | (word)bytes[1] << 16 | (word)bytes[2] << 8 | bytes[3];
}

static void store_word(unsigned char *bytes, word x) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(x >> (24 - 8 * i));
}

/* Section 6.1.2: from H(i-1) to H(i), with the message block M(i). */
static void hash_block(word H[5], const unsigned char *M) {
    word W[ROUNDS];

    /* 1. Prepare the message schedule. */
    for (int t = 0; t < 16; t++)
        W[t] = load_word(M + 4 * t);
    for (int t = 16; t < ROUNDS; t++)
        W[t] = ROTL(1, W[t - 3] ^ W[t - 8] ^ W[t - 14] ^ W[t - 16]);

    /* 2. Initialize the five working variables. */
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4];

    /* 3. The rounds. */
    for (int t = 0; t < ROUNDS; t++) {
        const word T = ROTL(5, a) + f(t, b, c, d) + e + K(t) + W[t];
        e = d;
        d = c;
        c = ROTL(30, b);
        b = a;
        a = T;
    }

    /* 4. Compute the intermediate hash value. */
    H[0] += a;
    H[1] += b;
    H[2] += c;
    H[3] += d;
    H[4] += e;
}

/* Section 5.1.1: makes the last one or two blocks from the rest of the message, and returns their
 * size. The length is taken modulo 2^64 bits, which is the standard's limit. */
static size_t pad(unsigned char end[2 * BLOCK], const unsigned char *rest,
                  unsigned long long inlen) {
    const size_t used = (size_t)(inlen % BLOCK);
    const size_t size = used < BLOCK - LENGTH_FIELD ? BLOCK : 2 * BLOCK;
    const uint64_t bits = (uint64_t)inlen << 3;

    for (size_t i = 0; i < size; i++)
        end[i] = i < used ? rest[i] : 0;
    end[used] = 0x80;
    for (int i = 0; i < LENGTH_FIELD; i++)
        end[size - 1 - i] = (unsigned char)(bits >> 8 * i);
    return size;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    word H[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned long long left = inlen;
    unsigned char end[2 * BLOCK];

    for (; left >= BLOCK; left -= BLOCK, in += BLOCK)
        hash_block(H, in);
    const size_t size = pad(end, in, inlen);
    for (size_t i = 0; i < size; i += BLOCK)
        hash_block(H, end + i);
    for (int i = 0; i < 5; i++)
        store_word(out + 4 * i, H[i]);
    return 0;
}
