/* SPDX-License-Identifier: MIT */
/* SHA-1, after FIPS 180-4 sections 4, 5 and 6.1; readable first.
 *
 * Technique: each round makes one new value for a; b is the a of one round ago, and c, d, e are
 * those of two, three and four rounds ago, rotated by 30 bits. So the rounds are written as one
 * recurrence over an array that keeps its history, and the rotation moves to where an old value
 * is read.
 *
 * Invariant: before round t the standard's a, b are A[t+4], A[t+3], and its c, d, e are A[t+2],
 * A[t+1], A[t], each rotated left by 30; hence the array starts with c, d, e rotated back (left
 * by 2) and ends at index 84. Output is written after the last read of the input, so the two may
 * overlap in any way.
 *
 * Rejected: five variables renamed in every round, as the standard prints it. It rotates each
 * value once instead of three times, but four of its six assignments only move values.
 */
#include "crypto_hash.h"
#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 64, LENGTH_FIELD = 8, ROUNDS = 80 };

static uint32_t load_word(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store_word(unsigned char *p, uint32_t x) {
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(x >> (24 - 8 * i));
}

static uint32_t ROTL(int n, uint32_t x) { return x << n | x >> (32 - n); }

static uint32_t Ch(uint32_t x, uint32_t y, uint32_t z) { return (x & y) ^ (~x & z); }

static uint32_t Parity(uint32_t x, uint32_t y, uint32_t z) { return x ^ y ^ z; }

static uint32_t Maj(uint32_t x, uint32_t y, uint32_t z) { return (x & y) ^ (x & z) ^ (y & z); }

/* The function and the constant of round t. The constants are 2^30 times the square roots of 2,
 * 3, 5 and 10. */
static uint32_t f_plus_K(int t, uint32_t x, uint32_t y, uint32_t z) {
    if (t < 20)
        return Ch(x, y, z) + 0x5a827999;
    if (t < 40)
        return Parity(x, y, z) + 0x6ed9eba1;
    if (t < 60)
        return Maj(x, y, z) + 0x8f1bbcdc;
    return Parity(x, y, z) + 0xca62c1d6;
}

static void expand(uint32_t W[ROUNDS], const unsigned char *M) {
    for (int t = 0; t < 16; t++)
        W[t] = load_word(M + 4 * t);
    for (int t = 16; t < ROUNDS; t++)
        W[t] = ROTL(1, W[t - 3] ^ W[t - 8] ^ W[t - 14] ^ W[t - 16]);
}

static void compress(uint32_t H[5], const unsigned char *M) {
    uint32_t W[ROUNDS], A[ROUNDS + 5];

    expand(W, M);
    for (int i = 0; i < 5; i++)
        A[i] = i < 3 ? ROTL(2, H[4 - i]) : H[4 - i];
    for (int t = 0; t < ROUNDS; t++) {
        const uint32_t a = A[t + 4], b = A[t + 3];
        const uint32_t c = ROTL(30, A[t + 2]), d = ROTL(30, A[t + 1]), e = ROTL(30, A[t]);
        A[t + 5] = ROTL(5, a) + f_plus_K(t, b, c, d) + e + W[t];
    }
    for (int i = 0; i < 5; i++)
        H[i] += i < 2 ? A[ROUNDS + 4 - i] : ROTL(30, A[ROUNDS + 4 - i]);
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
    uint32_t H[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char end[2 * BLOCK];

    for (unsigned long long left = inlen; left >= BLOCK; left -= BLOCK, in += BLOCK)
        compress(H, in);
    const size_t size = pad(end, in, inlen);
    for (size_t i = 0; i < size; i += BLOCK)
        compress(H, end + i);
    for (int i = 0; i < 5; i++)
        store_word(out + 4 * i, H[i]);
    return 0;
}
