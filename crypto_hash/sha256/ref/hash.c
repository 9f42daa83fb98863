/* SPDX-License-Identifier: MIT */
/* SHA-224, SHA-256, SHA-384 and SHA-512: the reference, after FIPS 180-4. Names and steps are the
 * standard's. The directories of the other three functions link to this file.
 *
 *     2.2.2, 3.2   ROTR, SHR: functions.h
 *     4.1.2, 4.1.3 Ch, Maj: here; Sigma0, Sigma1, sigma0, sigma1: functions.h
 *     4.2.2, 4.2.3 K: rounds.h
 *     5.1          padding: pad()
 *     5.2          parsing, big-endian words: load_word()
 *     5.3.2-5.3.5  H(0): INITIAL in parameters.h
 *     6.2.2, 6.4.2 hash computation: hash_block()
 *     6.3, 6.5     truncation of SHA-224 and SHA-384: the loop at the end of crypto_hash()
 *
 * A word has 32 bits in SHA-224 and SHA-256, and 64 bits in SHA-384 and SHA-512.
 *
 * Invariant: the digest is written after the last read of the message, so the two may overlap.
 */
#include "crypto_hash.h"
#include "functions.h"
#include "parameters.h"
#include <stddef.h>

enum { WORD_BYTES = WORD_BITS / 8 };

static word Ch(word x, word y, word z) { return (x & y) ^ (~x & z); }

static word Maj(word x, word y, word z) { return (x & y) ^ (x & z) ^ (y & z); }

static word load_word(const unsigned char *bytes) {
    word x = 0;

    for (int i = 0; i < WORD_BYTES; i++)
        x = x << 8 | bytes[i];
    return x;
}

static void store_word(unsigned char *bytes, word x) {
    for (int i = 0; i < WORD_BYTES; i++)
        bytes[i] = (unsigned char)(x >> (WORD_BITS - 8 - 8 * i));
}

/* Sections 6.2.2 and 6.4.2: from H(i-1) to H(i), with the message block M(i). */
static void hash_block(word H[8], const unsigned char *M) {
    word W[ROUNDS];

    /* 1. Prepare the message schedule. */
    for (int t = 0; t < 16; t++)
        W[t] = load_word(M + WORD_BYTES * t);
    for (int t = 16; t < ROUNDS; t++)
        W[t] = sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16];

    /* 2. Initialize the eight working variables. */
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];

    /* 3. The rounds. */
    for (int t = 0; t < ROUNDS; t++) {
        const word T1 = h + Sigma1(e) + Ch(e, f, g) + K[t] + W[t];
        const word T2 = Sigma0(a) + Maj(a, b, c);
        h = g;
        g = f;
        f = e;
        e = d + T1;
        d = c;
        c = b;
        b = a;
        a = T1 + T2;
    }

    /* 4. Compute the intermediate hash value. */
    H[0] += a;
    H[1] += b;
    H[2] += c;
    H[3] += d;
    H[4] += e;
    H[5] += f;
    H[6] += g;
    H[7] += h;
}

/* Section 5.1: makes the last one or two blocks from the rest of the message, and returns their
 * size. The message has 8 inlen bits, a number of up to 67 bits. Blocks of 64 bytes have room for
 * 64 of them, enough for the standard's limit of 2^64 - 1 bits. */
static size_t pad(unsigned char end[2 * BLOCK], const unsigned char *rest,
                  unsigned long long inlen) {
    const size_t used = (size_t)(inlen % BLOCK);
    const size_t size = used < BLOCK - LENGTH_FIELD ? BLOCK : 2 * BLOCK;

    for (size_t i = 0; i < size; i++)
        end[i] = i < used ? rest[i] : 0;
    end[used] = 0x80;
    end[size - 1] = (unsigned char)(inlen << 3);
    for (int i = 1; i < LENGTH_FIELD && i <= 8; i++)
        end[size - 1 - i] = (unsigned char)(inlen >> (8 * i - 3));
    return size;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned long long left = inlen;
    unsigned char end[2 * BLOCK];
    word H[8];

    for (int i = 0; i < 8; i++)
        H[i] = INITIAL[i];
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK)
        hash_block(H, in);
    const size_t size = pad(end, in, inlen);
    for (size_t i = 0; i < size; i += BLOCK)
        hash_block(H, end + i);
    for (int i = 0; i < crypto_hash_BYTES / WORD_BYTES; i++)
        store_word(out + WORD_BYTES * i, H[i]);
    return 0;
}
