/* SPDX-License-Identifier: MIT */
/* SHA-224, SHA-256, SHA-384 and SHA-512, after FIPS 180-4 sections 4, 5 and 6.2 to 6.5; readable
 * first. The directories of the other three link to this file; parameters.h is their own.
 *
 * Technique: each round makes one new value for a and one for e; b, c, d and f, g, h are only
 * older values of these two. So the rounds are written as two recurrences over arrays that keep
 * their history: with A[0..3] = d, c, b, a and E[0..3] = h, g, f, e at the start, round t reads
 * A[t..t+3] and E[t..t+3] and writes A[t+4] and E[t+4].
 *
 * Invariant: before round t the standard's a, b, c, d are A[t+3], A[t+2], A[t+1], A[t], and its
 * e, f, g, h are E[t+3], E[t+2], E[t+1], E[t]; hence the arrays end at ROUNDS + 3. The digest is
 * whole words from the front of H: 7, 8, 6 and 8. It is written after the last read of the input,
 * so the two may overlap in any way.
 *
 * Rejected: eight variables renamed in every round, as the standard prints it. It is no shorter,
 * and hides that six of its eight assignments compute nothing. Unrolling would remove them as
 * well, at the price of a page of code.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include <stddef.h>

static word load_word(const unsigned char *p) {
    word x = 0;

    for (int i = 0; i < WORD_BITS / 8; i++)
        x = (word)(x << 8) | p[i];
    return x;
}

static void store_word(unsigned char *p, word x) {
    for (int i = 0; i < WORD_BITS / 8; i++)
        p[i] = (unsigned char)(x >> (WORD_BITS - 8 - 8 * i));
}

static word ROTR(int n, word x) { return x >> n | x << (WORD_BITS - n); }

static word Ch(word x, word y, word z) { return (x & y) ^ (~x & z); }

static word Maj(word x, word y, word z) { return (x & y) ^ (x & z) ^ (y & z); }

static word Sigma(const int n[3], word x) { return ROTR(n[0], x) ^ ROTR(n[1], x) ^ ROTR(n[2], x); }

static word Sigma0(word x) { return Sigma(SIGMA[0], x); }

static word Sigma1(word x) { return Sigma(SIGMA[1], x); }

static word sigma(const int n[3], word x) { return ROTR(n[0], x) ^ ROTR(n[1], x) ^ x >> n[2]; }

static word sigma0(word x) { return sigma(SIGMA[2], x); }

static word sigma1(word x) { return sigma(SIGMA[3], x); }

static void expand(word W[ROUNDS], const unsigned char *M) {
    for (int t = 0; t < 16; t++)
        W[t] = load_word(M + WORD_BITS / 8 * t);
    for (int t = 16; t < ROUNDS; t++)
        W[t] = sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16];
}

static void compress(word H[8], const unsigned char *M) {
    word W[ROUNDS], A[ROUNDS + 4], E[ROUNDS + 4];

    expand(W, M);
    for (int i = 0; i < 4; i++) {
        A[i] = H[3 - i];
        E[i] = H[7 - i];
    }
    for (int t = 0; t < ROUNDS; t++) {
        const word *a = A + t + 3, *e = E + t + 3;
        const word T1 = e[-3] + Sigma1(e[0]) + Ch(e[0], e[-1], e[-2]) + K[t] + W[t];
        const word T2 = Sigma0(a[0]) + Maj(a[0], a[-1], a[-2]);
        E[t + 4] = a[-3] + T1;
        A[t + 4] = T1 + T2;
    }
    for (int i = 0; i < 4; i++) {
        H[i] += A[ROUNDS + 3 - i];
        H[4 + i] += E[ROUNDS + 3 - i];
    }
}

/* Makes the last one or two blocks from what is left of the message; returns their size. The
 * field counts bits: 67 of them for any inlen, of which SHA-224 and SHA-256 have room for 64, as
 * the standard ends at 2^61 - 1 bytes there. */
static size_t pad(unsigned char end[2 * BLOCK], const unsigned char *rest,
                  unsigned long long inlen) {
    const size_t used = (size_t)(inlen % BLOCK);
    const size_t size = used < BLOCK - LENGTH_FIELD ? BLOCK : 2 * BLOCK;

    for (size_t i = 0; i < size; i++)
        end[i] = i < used ? rest[i] : 0;
    end[used] = 0x80;
    end[size - 1] = (unsigned char)(inlen << 3);
    for (int i = 1; i <= 8 && i < LENGTH_FIELD; i++)
        end[size - 1 - i] = (unsigned char)(inlen >> (8 * i - 3));
    return size;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    word H[8];
    unsigned char end[2 * BLOCK];

    for (int i = 0; i < 8; i++)
        H[i] = INITIAL[i];
    for (unsigned long long left = inlen; left >= BLOCK; left -= BLOCK, in += BLOCK)
        compress(H, in);
    const size_t size = pad(end, in, inlen);
    for (size_t i = 0; i < size; i += BLOCK)
        compress(H, end + i);
    for (int i = 0; i < crypto_hash_BYTES / (WORD_BITS / 8); i++)
        store_word(out + WORD_BITS / 8 * i, H[i]);
    return 0;
}
