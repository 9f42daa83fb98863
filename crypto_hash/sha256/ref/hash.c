/* SPDX-License-Identifier: MIT */
/* SHA-256, after FIPS 180-4 sections 4, 5 and 6.2; readable first.
 *
 * Technique: each round makes one new value for a and one for e; b, c, d and f, g, h are only
 * older values of these two. So the rounds are written as two recurrences over arrays that keep
 * their history: with A[0..3] = d, c, b, a and E[0..3] = h, g, f, e at the start, round t reads
 * A[t..t+3] and E[t..t+3] and writes A[t+4] and E[t+4].
 *
 * Invariant: before round t the standard's a, b, c, d are A[t+3], A[t+2], A[t+1], A[t], and its
 * e, f, g, h are E[t+3], E[t+2], E[t+1], E[t]; hence the arrays end at index 67. Output is
 * written after the last read of the input, so the two may overlap in any way.
 *
 * Rejected: eight variables renamed in every round, as the standard prints it. It is no shorter,
 * and hides that six of its eight assignments compute nothing. Unrolling would remove them as
 * well, at the price of a page of code.
 */
#include "crypto_hash.h"
#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 64, LENGTH_FIELD = 8, ROUNDS = 64 };

/* The fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t load_word(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store_word(unsigned char *p, uint32_t x) {
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(x >> (24 - 8 * i));
}

static uint32_t ROTR(int n, uint32_t x) { return x >> n | x << (32 - n); }

static uint32_t Ch(uint32_t x, uint32_t y, uint32_t z) { return (x & y) ^ (~x & z); }

static uint32_t Maj(uint32_t x, uint32_t y, uint32_t z) { return (x & y) ^ (x & z) ^ (y & z); }

static uint32_t Sigma0(uint32_t x) { return ROTR(2, x) ^ ROTR(13, x) ^ ROTR(22, x); }

static uint32_t Sigma1(uint32_t x) { return ROTR(6, x) ^ ROTR(11, x) ^ ROTR(25, x); }

static uint32_t sigma0(uint32_t x) { return ROTR(7, x) ^ ROTR(18, x) ^ x >> 3; }

static uint32_t sigma1(uint32_t x) { return ROTR(17, x) ^ ROTR(19, x) ^ x >> 10; }

static void expand(uint32_t W[ROUNDS], const unsigned char *M) {
    for (int t = 0; t < 16; t++)
        W[t] = load_word(M + 4 * t);
    for (int t = 16; t < ROUNDS; t++)
        W[t] = sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16];
}

static void compress(uint32_t H[8], const unsigned char *M) {
    uint32_t W[ROUNDS], A[ROUNDS + 4], E[ROUNDS + 4];

    expand(W, M);
    for (int i = 0; i < 4; i++) {
        A[i] = H[3 - i];
        E[i] = H[7 - i];
    }
    for (int t = 0; t < ROUNDS; t++) {
        const uint32_t *a = A + t + 3, *e = E + t + 3;
        const uint32_t T1 = e[-3] + Sigma1(e[0]) + Ch(e[0], e[-1], e[-2]) + K[t] + W[t];
        const uint32_t T2 = Sigma0(a[0]) + Maj(a[0], a[-1], a[-2]);
        E[t + 4] = a[-3] + T1;
        A[t + 4] = T1 + T2;
    }
    for (int i = 0; i < 4; i++) {
        H[i] += A[ROUNDS + 3 - i];
        H[4 + i] += E[ROUNDS + 3 - i];
    }
}

/* Makes the last one or two blocks from what is left of the message; returns their size. The
 * standard ends at 2^61 - 1 bytes; beyond, the length is taken modulo 2^64 bits. */
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
    /* The fractional parts of the square roots of the first 8 primes. */
    uint32_t H[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned char end[2 * BLOCK];

    for (unsigned long long left = inlen; left >= BLOCK; left -= BLOCK, in += BLOCK)
        compress(H, in);
    const size_t size = pad(end, in, inlen);
    for (size_t i = 0; i < size; i += BLOCK)
        compress(H, end + i);
    for (int i = 0; i < 8; i++)
        store_word(out + 4 * i, H[i]);
    return 0;
}
