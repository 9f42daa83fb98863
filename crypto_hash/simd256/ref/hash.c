/* SPDX-License-Identifier: MIT */
/*
 * SIMD-256 and SIMD-512, version 1.1, of "SIMD Is a Message Digest" by Leurent, Bouillaguet and
 * Fouque (tweaked submission to the second round of SHA-3). Names are those of that document:
 * Message Expansion (NTT, Concatenated Code, Permutation), Feistel Step, Compression Function, Mode
 * of Operation. parameters.h has what differs between the sizes; simd512 has this same file.
 *
 * Technique: each step of the specification is a function. The transform is the usual one of radix
 * 2, decimation in time, with coefficients kept in 0 .. 256.
 *
 * Bound: the largest number before a reduction is 256 * 256 + 256.
 *
 * Rejected: the sum that defines the transform. It is shorter by ten lines, but for SIMD-256 it has
 * 16384 products, N for each of N values, where this has 448 (N / 2 log N), and for SIMD-512 four
 * times as many. Not timed.
 */
#include "crypto_hash.h"
#include <stdint.h>
#include <string.h>

#include "parameters.h"

enum {
    BLOCK_BYTES = 16 * FEISTELS,
    NTT_SIZE = 32 * FEISTELS,
    STEPS = 32,
    PRIME = 257,
};

/* The chaining value and the state of the Feistels: A, B, C, D, in that order. */
typedef struct {
    uint32_t A[FEISTELS], B[FEISTELS], C[FEISTELS], D[FEISTELS];
} state;

/* P: the order in which the steps use the vectors of the expanded message. */
static const unsigned char P[STEPS] = {4,  6,  0,  2,  7,  5,  3,  1,  15, 11, 12,
                                       8,  9,  13, 10, 14, 17, 18, 23, 20, 22, 21,
                                       16, 19, 30, 24, 25, 31, 27, 29, 28, 26};

/* The four rotations of each round. The last one has those of the feed-forward, too. */
static const unsigned char rotations[4][4] = {
    {3, 23, 17, 27}, {28, 19, 22, 7}, {29, 9, 15, 5}, {4, 13, 10, 25}};

static uint32_t rotate_left(uint32_t x, unsigned n) { return x << n | x >> (32 - n); }

static uint32_t load_little_endian32(const unsigned char *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store_little_endian32(unsigned char *bytes, uint32_t x) {
    for (int i = 0; i < 4; ++i, x >>= 8)
        bytes[i] = (unsigned char)x;
}

static uint32_t IF(uint32_t x, uint32_t y, uint32_t z) { return (x & y) | (~x & z); }

static uint32_t MAJ(uint32_t x, uint32_t y, uint32_t z) { return (x & y) | (x & z) | (y & z); }

/* The index with its bits in reverse, as many as NTT_SIZE has. */
static unsigned reverse_bits(unsigned index) {
    unsigned reversed = 0;
    for (unsigned bit = 1; bit < NTT_SIZE; bit <<= 1, index >>= 1)
        reversed = reversed << 1 | (index & 1);
    return reversed;
}

/* y[i] = sum of x[j] alpha^(i j) modulo 257, with alpha = ALPHA of order NTT_SIZE. */
static void NTT(uint32_t y[NTT_SIZE], const uint32_t x[NTT_SIZE]) {
    for (unsigned i = 0; i < NTT_SIZE; ++i)
        y[i] = x[reverse_bits(i)];
    for (unsigned half = 1; half < NTT_SIZE; half *= 2) {
        uint32_t root = ALPHA, power = 1;

        /* A root of order 2 half. */
        for (unsigned order = NTT_SIZE; order > 2 * half; order /= 2)
            root = root * root % PRIME;
        for (unsigned j = 0; j < half; ++j) {
            for (unsigned i = j; i < NTT_SIZE; i += 2 * half) {
                uint32_t even = y[i], odd = power * y[i + half] % PRIME;

                y[i] = (even + odd) % PRIME;
                y[i + half] = (even + PRIME - odd) % PRIME;
            }
            power = power * root % PRIME;
        }
    }
}

/* The product with a code's constant modulo 2^16, of y as a number in -128 .. 128. */
static uint32_t product(uint32_t y, uint32_t constant) {
    return (y - PRIME * (y > 128)) * constant & 0xffff;
}

/* The block, and powers of X that tell the last block from others, transformed and encoded. */
static void message_expansion(uint32_t W[STEPS][FEISTELS], const unsigned char *M, int final) {
    uint32_t x[NTT_SIZE] = {0}, y[NTT_SIZE], Z[STEPS][FEISTELS];

    for (int i = 0; i < BLOCK_BYTES; ++i)
        x[i] = M[i];
    x[NTT_SIZE - 1] = 1;
    if (final)
        x[NTT_SIZE - 3] = 1;
    NTT(y, x);
    for (int i = 0; i < STEPS; ++i) {
        for (int j = 0; j < FEISTELS; ++j) {
            /* Both halves of Z[i][j]; k is the first index where i < 16. */
            unsigned k = 2 * FEISTELS * (unsigned)(i % 8) + 2 * (unsigned)j;

            if (i < 16) {
                k += i < 8 ? 0 : NTT_SIZE / 2;
                Z[i][j] = product(y[k], 185) | product(y[k + 1], 185) << 16;
            } else {
                k += i < 24 ? 0 : 1;
                Z[i][j] = product(y[k], 233) | product(y[k + NTT_SIZE / 2], 233) << 16;
            }
        }
    }
    for (int i = 0; i < STEPS; ++i)
        memcpy(W[i], Z[P[i]], sizeof W[i]);
}

/* Step i of all Feistels: j gets what Feistel j ^ crossing gives. */
static void feistel_step(state *at, const uint32_t w[FEISTELS], int i, unsigned r, unsigned s,
                         uint32_t (*phi)(uint32_t, uint32_t, uint32_t)) {
    static const unsigned char crossings[] = CROSSINGS;
    unsigned crossing = crossings[(unsigned)i % sizeof crossings];
    uint32_t rotated[FEISTELS];

    for (int j = 0; j < FEISTELS; ++j)
        rotated[j] = rotate_left(at->A[j], r);
    for (unsigned j = 0; j < FEISTELS; ++j) {
        uint32_t sum = at->D[j] + w[j] + phi(at->A[j], at->B[j], at->C[j]);

        at->A[j] = rotate_left(sum, s) + rotated[j ^ crossing];
        at->D[j] = at->C[j];
        at->C[j] = at->B[j];
        at->B[j] = rotated[j];
    }
}

/* Eight steps: four with IF, four with MAJ. */
static void round_of_steps(state *at, uint32_t W[STEPS][FEISTELS], int number) {
    const unsigned char *pi = rotations[number];

    for (int i = 0; i < 8; ++i)
        feistel_step(at, W[8 * number + i], 8 * number + i, pi[i % 4], pi[(i + 1) % 4],
                     i < 4 ? IF : MAJ);
}

static void feed_forward(state *at, const state *old) {
    const unsigned char *pi = rotations[3];

    feistel_step(at, old->A, 32, pi[0], pi[1], IF);
    feistel_step(at, old->B, 33, pi[1], pi[2], IF);
    feistel_step(at, old->C, 34, pi[2], pi[3], IF);
    feistel_step(at, old->D, 35, pi[3], pi[0], IF);
}

static void xor_block(state *at, const unsigned char *M) {
    for (int j = 0; j < FEISTELS; ++j) {
        at->A[j] ^= load_little_endian32(M + 4 * j);
        at->B[j] ^= load_little_endian32(M + 4 * (FEISTELS + j));
        at->C[j] ^= load_little_endian32(M + 4 * (2 * FEISTELS + j));
        at->D[j] ^= load_little_endian32(M + 4 * (3 * FEISTELS + j));
    }
}

static void compression(state *at, const unsigned char *M, int final) {
    uint32_t W[STEPS][FEISTELS];
    state old = *at;

    message_expansion(W, M, final);
    xor_block(at, M);
    for (int number = 0; number < 4; ++number)
        round_of_steps(at, W, number);
    feed_forward(at, &old);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    state at;
    unsigned char last[BLOCK_BYTES] = {0};
    uint64_t bits = (uint64_t)inlen << 3;

    memcpy(&at, initial_value, sizeof at);
    for (; inlen >= BLOCK_BYTES; in += BLOCK_BYTES, inlen -= BLOCK_BYTES)
        compression(&at, in, 0);
    if (inlen > 0) {
        memcpy(last, in, inlen);
        compression(&at, last, 0);
        memset(last, 0, sizeof last);
    }
    store_little_endian32(last, (uint32_t)bits);
    store_little_endian32(last + 4, (uint32_t)(bits >> 32));
    compression(&at, last, 1);
    for (int j = 0; j < FEISTELS; ++j) {
        store_little_endian32(out + 4 * j, at.A[j]);
        store_little_endian32(out + 4 * (FEISTELS + j), at.B[j]);
    }
    return 0;
}
