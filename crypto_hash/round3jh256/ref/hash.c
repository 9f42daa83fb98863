/* SPDX-License-Identifier: MIT */
/*
 * Reference implementation of JH in its final version with 256 or 512 bits of output
 * (crypto_hash_BYTES). It follows Hongjun Wu, "The Hash Function JH", January 16, 2011, and has its
 * names. round3jh512 links to this file.
 *
 * Technique: the definition of E8 on 256 elements of 4 bits, not its bit-sliced form, which the
 * other implementations have. An element takes a byte. R_d and P_d are functions of d, because E8
 * is made of rounds R8, and its constants of rounds R6. Constants and initial value are computed in
 * each call. S is read at secret indices: this is not constant-time code.
 *
 * Invariant: bit 0 is the most significant bit of the first byte, and of an element the first bit
 * is the most significant. The length in bits is inlen times 8; its upper 3 bits are in the byte
 * before the last 8 of the padding. out is written after the last byte of in was read, so it may be
 * in.
 *
 * Rejected: a table of the constants and the initial values. They would have to be believed.
 */
#include "crypto_hash.h"
#include <string.h>

enum { BLOCK_BYTES = 64, STATE_BYTES = 128, ROUNDS = 42 };

/* S0 and S1. */
static const unsigned char S[2][16] = {
    {9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14},
    {3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8},
};

/* 2a in GF(16) modulo X^4 + X + 1. */
static inline unsigned twice(unsigned a) { return a << 1 ^ (a >> 3) * 0x13; }

/* (C, D) = L(A, B) = (5A + 2B, 2A + B), in place. */
static inline void L(unsigned char pair[2]) {
    unsigned D = pair[1] ^ twice(pair[0]);

    pair[0] = (unsigned char)(pair[0] ^ twice(D));
    pair[1] = (unsigned char)D;
}

static inline void swap(unsigned char pair[2]) {
    unsigned char first = pair[0];

    pair[0] = pair[1];
    pair[1] = first;
}

/* b = P_d(a): pi_d, then P'_d, then phi_d. Changes a. */
static inline void P(unsigned char *b, unsigned char *a, unsigned d) {
    unsigned elements = 1U << d, half = elements / 2;

    for (unsigned i = 2; i < elements; i += 4)
        swap(a + i);
    for (unsigned i = 0; i < half; ++i) {
        b[i] = a[2 * i];
        b[half + i] = a[2 * i + 1];
    }
    for (unsigned i = half; i < elements; i += 2)
        swap(b + i);
}

/* a = R_d(a, C): bit i of C chooses the S-box of element i. */
static inline void R(unsigned char *a, const unsigned char *C, unsigned d) {
    unsigned char v[256];

    for (unsigned i = 0; i < 1U << d; ++i)
        v[i] = S[C[i]][a[i]];
    for (unsigned i = 0; i < 1U << d; i += 2)
        L(v + i);
    P(a, v, d);
}

/* The 256 bits of each C_r, a byte each. */
static void round_constants(unsigned char C[ROUNDS][256]) {
    static const unsigned char zero[64] = {0};
    /* C_0, in elements: the first 256 bits of the fraction of the square root of 2. */
    unsigned char c[64] = {
        0x6, 0xa, 0x0, 0x9, 0xe, 0x6, 0x6, 0x7, 0xf, 0x3, 0xb, 0xc, 0xc, 0x9, 0x0, 0x8,
        0xb, 0x2, 0xf, 0xb, 0x1, 0x3, 0x6, 0x6, 0xe, 0xa, 0x9, 0x5, 0x7, 0xd, 0x3, 0xe,
        0x3, 0xa, 0xd, 0xe, 0xc, 0x1, 0x7, 0x5, 0x1, 0x2, 0x7, 0x7, 0x5, 0x0, 0x9, 0x9,
        0xd, 0xa, 0x2, 0xf, 0x5, 0x9, 0x0, 0xb, 0x0, 0x6, 0x6, 0x7, 0x3, 0x2, 0x2, 0xa,
    };

    for (unsigned r = 0; r < ROUNDS; ++r) {
        for (unsigned i = 0; i < 256; ++i)
            C[r][i] = c[i / 4] >> (3 - i % 4) & 1;
        R(c, zero, 6);
    }
}

static inline unsigned bit(const unsigned char *A, unsigned i) {
    return A[i / 8] >> (7 - i % 8) & 1;
}

/* The element of bits i, i + 256, i + 512 and i + 768. */
static inline unsigned char element(const unsigned char *A, unsigned i) {
    return (unsigned char)(bit(A, i) << 3 | bit(A, i + 256) << 2 | bit(A, i + 512) << 1 |
                           bit(A, i + 768));
}

static inline void set_bits(unsigned char *A, unsigned i, unsigned element) {
    for (unsigned k = 0; k < 4; ++k, i += 256)
        A[i / 8] |= (unsigned char)((element >> (3 - k) & 1) << (7 - i % 8));
}

static void E8(unsigned char A[STATE_BYTES], const unsigned char C[ROUNDS][256]) {
    unsigned char Q[256];

    for (unsigned i = 0; i < 128; ++i) {
        Q[2 * i] = element(A, i);
        Q[2 * i + 1] = element(A, i + 128);
    }
    for (unsigned r = 0; r < ROUNDS; ++r)
        R(Q, C[r], 8);
    memset(A, 0, STATE_BYTES);
    for (unsigned i = 0; i < 128; ++i) {
        set_bits(A, i, Q[2 * i]);
        set_bits(A, i + 128, Q[2 * i + 1]);
    }
}

/* The compression function: E8, with M added to the first half before and to the second after. */
static void F8(unsigned char H[STATE_BYTES], const unsigned char M[BLOCK_BYTES],
               const unsigned char C[ROUNDS][256]) {
    for (unsigned i = 0; i < BLOCK_BYTES; ++i)
        H[i] ^= M[i];
    E8(H, C);
    for (unsigned i = 0; i < BLOCK_BYTES; ++i)
        H[BLOCK_BYTES + i] ^= M[i];
}

/*
 * The padding has at least 512 bits: a bit 1, zeros, and the length in 128 bits. If a part of a
 * block is left, the length is in another block, even if there is room behind that part.
 */
static unsigned pad(unsigned char last[2 * BLOCK_BYTES], const unsigned char *rest,
                    unsigned long long inlen) {
    unsigned left = inlen % BLOCK_BYTES;
    unsigned bytes = left > 0 ? 2 * BLOCK_BYTES : BLOCK_BYTES;

    for (unsigned i = 0; i < left; ++i)
        last[i] = rest[i];
    last[left] = 0x80;
    last[bytes - 9] = (unsigned char)(inlen >> 61);
    for (unsigned i = 0; i < 8; ++i)
        last[bytes - 1 - i] = (unsigned char)(inlen << 3 >> 8 * i);
    return bytes / BLOCK_BYTES;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    /* H(-1) is the output length in 16 bits, and zeros. H(0) is F8 of it and a block of zeros. */
    unsigned char H[STATE_BYTES] = {8 * crypto_hash_BYTES >> 8, 8 * crypto_hash_BYTES & 0xff};
    unsigned char zero[BLOCK_BYTES] = {0}, last[2 * BLOCK_BYTES] = {0};
    unsigned char C[ROUNDS][256];

    round_constants(C);
    F8(H, zero, C);
    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        F8(H, in, C);
    for (unsigned i = 0, blocks = pad(last, in, inlen); i < blocks; ++i)
        F8(H, last + i * BLOCK_BYTES, C);
    memcpy(out, H + STATE_BYTES - crypto_hash_BYTES, crypto_hash_BYTES);
    return 0;
}
