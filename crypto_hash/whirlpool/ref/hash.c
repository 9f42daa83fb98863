/* SPDX-License-Identifier: MIT */
/*
 * Whirlpool (ISO/IEC 10118-3:2004, dedicated hash function 7; "The Whirlpool Hashing Function",
 * Barreto and Rijmen, 2003), the final version: with the S-box made of mini-boxes E and R and the
 * circulant diffusion matrix 01 01 04 01 08 05 02 09.
 *
 * Technique: the state is an 8 x 8 matrix of bytes, as in the specification, and each of its maps
 * gamma, pi, theta and sigma is a function. The S-box is computed once for each call from its
 * mini-boxes. It is read at secret indices: this is not constant-time code.
 *
 * Rejected: tables that join gamma and theta (eight of 2 KiB), which hide the steps.
 */
#include "crypto_hash.h"
#include <string.h>

enum { ROUNDS = 10, BLOCK_BYTES = 64 };

typedef unsigned char matrix[8][8];

/* The mini-boxes: an exponential one, and a random one. */
static const unsigned char E[16] = {0x1, 0xb, 0x9, 0xc, 0xd, 0x6, 0xf, 0x3,
                                    0xe, 0x8, 0x7, 0x4, 0xa, 0x2, 0x5, 0x0};
static const unsigned char R[16] = {0x7, 0xc, 0xb, 0xd, 0xe, 0x4, 0x9, 0xf,
                                    0x6, 0x3, 0x8, 0xa, 0x2, 0x5, 0x1, 0x0};

/* Row 0 of the circulant matrix C; each row is the one above, rotated right by one. */
static const unsigned char C_row[8] = {0x01, 0x01, 0x04, 0x01, 0x08, 0x05, 0x02, 0x09};

static void make_S_box(unsigned char S[256]) {
    unsigned char E_inverse[16];

    for (unsigned u = 0; u < 16; ++u)
        E_inverse[E[u]] = (unsigned char)u;
    for (unsigned x = 0; x < 256; ++x) {
        unsigned u = E[x >> 4], v = E_inverse[x & 15], w = R[u ^ v];
        S[x] = (unsigned char)(E[u ^ w] << 4 | E_inverse[v ^ w]);
    }
}

/* Twice a byte in GF(256) modulo X^8 + X^4 + X^3 + X^2 + 1. */
static unsigned char twice(unsigned b) { return (unsigned char)(b << 1 ^ (b >> 7) * 0x11d); }

/* times[c] = c b, for each c in the matrix C. */
static void multiply(unsigned char times[10], unsigned char b) {
    times[1] = b;
    times[2] = twice(b);
    times[4] = twice(times[2]);
    times[5] = times[4] ^ b;
    times[8] = twice(times[4]);
    times[9] = times[8] ^ b;
}

/* The nonlinear layer. */
static void gamma_(matrix a, const unsigned char S[256]) {
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned j = 0; j < 8; ++j)
            a[i][j] = S[a[i][j]];
}

/* The cyclical permutation: column j moves down by j. */
static void pi(matrix a) {
    matrix old;

    memcpy(old, a, sizeof old);
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned j = 0; j < 8; ++j)
            a[i][j] = old[(i + 8 - j) % 8][j];
}

/* The linear diffusion layer: a times C. */
static void theta(matrix a) {
    for (unsigned i = 0; i < 8; ++i) {
        unsigned char row[8] = {0}, times[10];
        for (unsigned k = 0; k < 8; ++k) {
            multiply(times, a[i][k]);
            for (unsigned j = 0; j < 8; ++j)
                row[j] ^= times[C_row[(j + 8 - k) % 8]];
        }
        memcpy(a[i], row, sizeof row);
    }
}

/* The key addition. */
static void sigma(matrix a, matrix k) {
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned j = 0; j < 8; ++j)
            a[i][j] ^= k[i][j];
}

/* rho[k]: one round with the round key k. */
static void rho(matrix a, matrix k, const unsigned char S[256]) {
    gamma_(a, S);
    pi(a);
    theta(a);
    sigma(a, k);
}

/*
 * The block cipher W with the key K, applied to a. The key schedule is the same round with
 * constants as keys: row 0 is taken from the S-box.
 */
static void W(matrix a, matrix K, const unsigned char S[256]) {
    sigma(a, K);
    for (unsigned r = 0; r < ROUNDS; ++r) {
        matrix c = {{0}};
        memcpy(c[0], S + 8 * r, 8);
        rho(K, c, S);
        rho(a, K, S);
    }
}

/* The Miyaguchi-Preneel scheme: H = W[H](m) + H + m. */
static void compress(matrix H, const unsigned char *m, const unsigned char S[256]) {
    matrix a, K, block;

    memcpy(block, m, sizeof block);
    memcpy(a, m, sizeof a);
    memcpy(K, H, sizeof K);
    W(a, K, S);
    sigma(H, a);
    sigma(H, block);
}

/* Padding: a bit 1, zeros, and the length in bits as a number of 256 bits, big-endian. */
static void compress_rest(matrix H, const unsigned char *rest, unsigned long long inlen,
                          const unsigned char S[256]) {
    unsigned char last[2 * BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    unsigned bytes = left + 1 + 32 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES;

    for (unsigned i = 0; i < left; ++i)
        last[i] = rest[i];
    last[left] = 0x80;
    last[bytes - 1] = (unsigned char)(inlen << 3);
    inlen >>= 5; /* 8 times the length may have more than 64 bits */
    for (unsigned i = 2; i <= 9; ++i, inlen >>= 8)
        last[bytes - i] = (unsigned char)inlen;
    for (unsigned i = 0; i < bytes; i += BLOCK_BYTES)
        compress(H, last + i, S);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char S[256];
    matrix H = {{0}};

    make_S_box(S);
    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i)
        compress(H, in + i * BLOCK_BYTES, S);
    compress_rest(H, in + inlen / BLOCK_BYTES * BLOCK_BYTES, inlen, S);
    memcpy(out, H, sizeof H);
    return 0;
}
