/* SPDX-License-Identifier: MIT */
/*
 * Grøstl, final-round version, with 256 or 512 bits of output (crypto_hash_BYTES; parameters.h
 * holds the width, the rounds and the shifts that go with it). groestl512 has this same file.
 *
 * Technique: the state is an array of columns, each a 64-bit word with row 0 in the most
 * significant byte. Rotating a column left by 8k bits brings row i+k to row i, so that MixBytes
 * works on all eight rows at once. No byte carries into its neighbour: multiply_by_2 takes the top
 * bits out before it shifts. Column and round numbers are below 16, so that the constant of
 * AddRoundConstant is one byte. S is read at secret indices: this is not constant-time code.
 *
 * Rejected: tables that join SubBytes and MixBytes (eight of 2 KiB), which hide the steps; they are
 * for optimized code. A matrix of single bytes shows the steps as well, but needs the 8 products of
 * MixBytes for each byte by itself.
 */
#include "crypto_hash.h"
#include <stdint.h>

#include "parameters.h"

enum { BLOCK_BYTES = 8 * COLUMNS };

/* The S-box of AES. */
static const unsigned char S[256] = {
    0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76,
    0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0,
    0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15,
    0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75,
    0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84,
    0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf,
    0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8,
    0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2,
    0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73,
    0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb,
    0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79,
    0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08,
    0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a,
    0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e,
    0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf,
    0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16,
};

static uint64_t load_column(const unsigned char *bytes) {
    uint64_t column = 0;
    for (int row = 0; row < 8; ++row)
        column = column << 8 | bytes[row];
    return column;
}

static void AddRoundConstant_P(uint64_t a[COLUMNS], unsigned round) {
    for (unsigned j = 0; j < COLUMNS; ++j)
        a[j] ^= (uint64_t)(j << 4 ^ round) << 56;
}

static void AddRoundConstant_Q(uint64_t a[COLUMNS], unsigned round) {
    for (unsigned j = 0; j < COLUMNS; ++j)
        a[j] ^= ~(uint64_t)(j << 4 ^ round);
}

/* Half a column: a 32-bit machine would need several instructions for each shift of 64 bits. */
static inline uint32_t substitute_four(uint32_t rows) {
    return (uint32_t)S[rows >> 24] << 24 | (uint32_t)S[rows >> 16 & 0xff] << 16 |
           (uint32_t)S[rows >> 8 & 0xff] << 8 | S[rows & 0xff];
}

static void SubBytes(uint64_t a[COLUMNS]) {
    for (unsigned j = 0; j < COLUMNS; ++j) {
        uint32_t rows_0_to_3 = (uint32_t)(a[j] >> 32), rows_4_to_7 = (uint32_t)a[j];
        a[j] = (uint64_t)substitute_four(rows_0_to_3) << 32 | substitute_four(rows_4_to_7);
    }
}

static void ShiftBytes(uint64_t a[COLUMNS], const unsigned char shift[8]) {
    uint64_t shifted[COLUMNS] = {0};

    for (unsigned row = 0; row < 8; ++row) {
        uint64_t mask = UINT64_C(0xff) << (56 - 8 * row);
        for (unsigned j = 0; j < COLUMNS; ++j)
            shifted[j] |= a[(j + shift[row]) % COLUMNS] & mask;
    }
    for (unsigned j = 0; j < COLUMNS; ++j)
        a[j] = shifted[j];
}

/* All eight bytes times 02 in GF(256) modulo X^8 + X^4 + X^3 + X + 1. */
static inline uint64_t multiply_by_2(uint64_t x) {
    uint64_t top = x & UINT64_C(0x8080808080808080);
    return (x ^ top) << 1 ^ (top >> 7) * 0x1b;
}

/* In row i: the byte of row i+k, for k in 1..7. */
static inline uint64_t rows_from(uint64_t column, unsigned k) {
    return column << 8 * k | column >> (64 - 8 * k);
}

/*
 * Row i becomes the sum of row i+k times 02, 02, 03, 04, 05, 03, 05, 07 for k = 0..7. It is summed
 * for each bit of the factors, and the sums joined as ((fours) * 2 + twos) * 2 + ones.
 */
static inline uint64_t mix_column(uint64_t a0) {
    uint64_t a1 = rows_from(a0, 1), a2 = rows_from(a0, 2), a3 = rows_from(a0, 3);
    uint64_t a4 = rows_from(a0, 4), a5 = rows_from(a0, 5), a6 = rows_from(a0, 6);
    uint64_t a7 = rows_from(a0, 7);
    uint64_t fours = a3 ^ a4 ^ a6 ^ a7;
    uint64_t twos = a0 ^ a1 ^ a2 ^ a5 ^ a7;
    uint64_t ones = a2 ^ a4 ^ a5 ^ a6 ^ a7;

    return multiply_by_2(multiply_by_2(fours) ^ twos) ^ ones;
}

static void MixBytes(uint64_t a[COLUMNS]) {
    for (unsigned j = 0; j < COLUMNS; ++j)
        a[j] = mix_column(a[j]);
}

static void P(uint64_t a[COLUMNS]) {
    for (unsigned round = 0; round < ROUNDS; ++round) {
        AddRoundConstant_P(a, round);
        SubBytes(a);
        ShiftBytes(a, shift_P);
        MixBytes(a);
    }
}

static void Q(uint64_t a[COLUMNS]) {
    for (unsigned round = 0; round < ROUNDS; ++round) {
        AddRoundConstant_Q(a, round);
        SubBytes(a);
        ShiftBytes(a, shift_Q);
        MixBytes(a);
    }
}

/* h = P(h ^ m) ^ Q(m) ^ h */
static void compress(uint64_t h[COLUMNS], const unsigned char *block) {
    uint64_t p[COLUMNS], q[COLUMNS];

    for (unsigned j = 0; j < COLUMNS; ++j) {
        q[j] = load_column(block + 8 * j);
        p[j] = q[j] ^ h[j];
    }
    P(p);
    Q(q);
    for (unsigned j = 0; j < COLUMNS; ++j)
        h[j] ^= p[j] ^ q[j];
}

/*
 * The padding ends in the number of blocks. It is not computed from inlen plus the length of the
 * padding: that sum could exceed 64 bits.
 */
static void compress_rest(uint64_t h[COLUMNS], const unsigned char *rest,
                          unsigned long long inlen) {
    unsigned char block[2 * BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    unsigned blocks = left + 1 + 8 > BLOCK_BYTES ? 2 : 1;
    uint64_t count = inlen / BLOCK_BYTES + blocks;

    for (unsigned i = 0; i < left; ++i)
        block[i] = rest[i];
    block[left] = 0x80;
    for (unsigned i = 1; i <= 8; ++i, count >>= 8)
        block[blocks * BLOCK_BYTES - i] = (unsigned char)count;
    for (unsigned i = 0; i < blocks; ++i)
        compress(h, block + i * BLOCK_BYTES);
}

/* The last bytes of P(h) ^ h. */
static void output(unsigned char *out, const uint64_t h[COLUMNS]) {
    uint64_t p[COLUMNS];

    for (unsigned j = 0; j < COLUMNS; ++j)
        p[j] = h[j];
    P(p);
    for (unsigned i = 0; i < crypto_hash_BYTES; ++i) {
        unsigned j = COLUMNS - crypto_hash_BYTES / 8 + i / 8;
        out[i] = (unsigned char)((p[j] ^ h[j]) >> (56 - 8 * (i % 8)));
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    /* The initial value is the output length in bits, as a number as wide as the state. */
    uint64_t h[COLUMNS] = {[COLUMNS - 1] = 8 * crypto_hash_BYTES};

    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        compress(h, in);
    compress_rest(h, in, inlen);
    output(out, h);
    return 0;
}
