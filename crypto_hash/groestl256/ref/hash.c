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
#include "aes_s_box.h"
#include "crypto_hash.h"
#include <stdint.h>

#include "parameters.h"

enum { BLOCK_BYTES = 8 * COLUMNS };

/* The S-box of AES. */
#define ENTRY(s) s,
static const unsigned char S[256] = {AES_S_BOX(ENTRY)};

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
