/* SPDX-License-Identifier: MIT */
/*
 * Hamsi, second-round version, with 256 or 512 bits of output (parameters.h holds what differs).
 * hamsi512 has this same file.
 *
 * It follows the submission document, "The Hash Function Hamsi": Message Expansion, Concatenation,
 * Non-linear Permutation P (Addition of Constants and Counter, Substitution, Diffusion),
 * Truncation, and P_f for the last block. The state is a matrix of words in 4 rows; s[r][c] is the
 * document's s_(COLUMNS * r + c).
 *
 * Technique: the expansion multiplies each symbol of the block, two bits, by its row of the
 * generator matrix. A bit becomes a mask of zeros or ones, and the S-box is a circuit on whole
 * words, so no branch and no address depends on the message.
 *
 * Rejected: tables for whole bytes of a block, 32 KiB and 128 KiB; they are for optimized code.
 */
#include "crypto_hash.h"
#include <stdint.h>

#include "generator.h"
#include "parameters.h"

/* A block has as many bytes as the state has columns, a chaining value two words for each. */
enum { BLOCK_BYTES = COLUMNS, SYMBOLS = 4 * COLUMNS, WORDS = 2 * COLUMNS };

/* The constants of P and P_f. The other rows are rows 0 and 1 with each two columns exchanged. */
static const uint32_t alpha[2][8] = {
    {0xff00f0f0, 0xccccaaaa, 0xf0f0cccc, 0xff00aaaa, 0xccccaaaa, 0xf0f0ff00, 0xaaaacccc,
     0xf0f0ff00},
    {0xf0f0cccc, 0xaaaaff00, 0xccccff00, 0xaaaaf0f0, 0xaaaaf0f0, 0xff00cccc, 0xccccf0f0,
     0xff00aaaa},
};
static const uint32_t alpha_f[2][8] = {
    {0xcaf9639c, 0x0ff0f9c0, 0x639c0ff0, 0xcaf9f9c0, 0x0ff0f9c0, 0x639ccaf9, 0xf9c00ff0,
     0x639ccaf9},
    {0x639c0ff0, 0xf9c0caf9, 0x0ff0caf9, 0xf9c0639c, 0xf9c0639c, 0xcaf90ff0, 0x0ff0639c,
     0xcaf9f9c0},
};

static uint32_t load_big_endian(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void store_big_endian(unsigned char *bytes, uint32_t word) {
    for (int i = 3; i >= 0; --i, word >>= 8)
        bytes[i] = (unsigned char)word;
}

static uint32_t rotate_left(uint32_t word, unsigned n) { return word << n | word >> (32 - n); }

/* All ones if bit n of the byte is 1, else zero. */
static uint32_t mask_of_bit(unsigned byte, unsigned n) { return 0 - (uint32_t)(byte >> n & 1); }

/*
 * m = (u_0 u_1 ...) * generator over GF(4). A symbol u is two bits, the first the coefficient of w.
 * The first half of m holds coefficients of 1, the second those of w; w times (a, b) is (b, a ^ b).
 */
static void message_expansion(uint32_t m[WORDS], const unsigned char *block) {
    for (unsigned j = 0; j < WORDS; ++j)
        m[j] = 0;
    for (unsigned i = 0; i < SYMBOLS; ++i) {
        unsigned position = 6 - 2 * (i % 4);
        uint32_t one = mask_of_bit(block[i / 4], position);
        uint32_t w = mask_of_bit(block[i / 4], position + 1);
        for (unsigned j = 0; j < WORDS / 2; ++j) {
            uint32_t a = generator[i][j], b = generator[i][j + WORDS / 2];
            m[j] ^= (a & one) ^ (b & w);
            m[j + WORDS / 2] ^= (b & one) ^ ((a ^ b) & w);
        }
    }
}

/* Pairs of words of m and of h, in turns; rows 0 and 2 begin with m, rows 1 and 3 with h. */
static void concatenation(uint32_t s[4][COLUMNS], const uint32_t m[WORDS],
                          const uint32_t h[WORDS]) {
    for (unsigned r = 0; r < 4; ++r) {
        for (unsigned c = 0; c < COLUMNS; ++c) {
            unsigned from = r * COLUMNS / 2 + c / 4 * 2 + c % 2;
            s[r][c] = (r + c / 2) % 2 == 0 ? m[from] : h[from];
        }
    }
}

static void addition_of_constants_and_counter(uint32_t s[4][COLUMNS],
                                              const uint32_t constants[2][8], unsigned counter) {
    for (unsigned c = 0; c < COLUMNS; ++c) {
        s[0][c] ^= constants[0][c];
        s[1][c] ^= constants[1][c];
        s[2][c] ^= constants[0][c ^ 1];
        s[3][c] ^= constants[1][c ^ 1];
    }
    s[0][1] ^= counter;
}

/*
 * The S-box 8 6 7 9 3 12 10 15 13 1 14 4 0 11 5 2 on the 32 nibbles of each column. Row 0 holds
 * their least significant bits.
 */
static void substitution(uint32_t s[4][COLUMNS]) {
    for (unsigned c = 0; c < COLUMNS; ++c) {
        uint32_t x0 = s[0][c], x1 = s[1][c], x2 = s[2][c], x3 = s[3][c];
        uint32_t e = (x0 & x2) ^ x3;
        uint32_t g = (x0 | x3) ^ x1;
        uint32_t y0 = x1 ^ x2 ^ e;
        uint32_t f = x0 ^ y0;
        uint32_t y1 = (g | f) ^ e;
        uint32_t k = f ^ (e & g);

        s[0][c] = y0;
        s[1][c] = y1;
        s[2][c] = g ^ y1 ^ k;
        s[3][c] = ~k;
    }
}

static void L(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    *a = rotate_left(*a, 13);
    *c = rotate_left(*c, 3);
    *b ^= *a ^ *c;
    *d ^= *c ^ *a << 3;
    *b = rotate_left(*b, 1);
    *d = rotate_left(*d, 7);
    *a ^= *b ^ *d;
    *c ^= *d ^ *b << 7;
    *a = rotate_left(*a, 5);
    *c = rotate_left(*c, 22);
}

static void diffusion(uint32_t s[4][COLUMNS]) {
    for (unsigned c = 0; c < COLUMNS; ++c)
        L(&s[0][c], &s[1][(c + 1) % COLUMNS], &s[2][(c + 2) % COLUMNS], &s[3][(c + 3) % COLUMNS]);
#if COLUMNS == 8
    L(&s[0][0], &s[0][2], &s[0][5], &s[0][7]);
    L(&s[1][1], &s[1][3], &s[1][4], &s[1][6]);
    L(&s[2][0], &s[2][3], &s[2][5], &s[2][6]);
    L(&s[3][1], &s[3][2], &s[3][4], &s[3][7]);
#endif
}

static void permutation(uint32_t s[4][COLUMNS], const uint32_t constants[2][8], unsigned rounds) {
    for (unsigned counter = 0; counter < rounds; ++counter) {
        addition_of_constants_and_counter(s, constants, counter);
        substitution(s);
        diffusion(s);
    }
}

/* Rows 0 and 2 of the state remain, and are added to the chaining value. */
static void truncation_and_feedforward(uint32_t h[WORDS], uint32_t s[4][COLUMNS]) {
    for (unsigned c = 0; c < COLUMNS; ++c) {
        h[c] ^= s[0][c];
        h[COLUMNS + c] ^= s[2][c];
    }
}

static void compress(uint32_t h[WORDS], const unsigned char *block, const uint32_t constants[2][8],
                     unsigned rounds) {
    uint32_t m[WORDS], s[4][COLUMNS];

    message_expansion(m, block);
    concatenation(s, m, h);
    permutation(s, constants, rounds);
    truncation_and_feedforward(h, s);
}

/* A bit 1, zeros up to the end of the block, and then the length in bits in 8 bytes. */
static void compress_rest(uint32_t h[WORDS], const unsigned char *rest, unsigned long long inlen) {
    unsigned char block[BLOCK_BYTES + 8] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    unsigned last = sizeof block - BLOCK_BYTES;
    uint64_t bits = (uint64_t)inlen << 3;

    for (unsigned i = 0; i < left; ++i)
        block[i] = rest[i];
    block[left] = 0x80;
    store_big_endian(block + BLOCK_BYTES, (uint32_t)(bits >> 32));
    store_big_endian(block + BLOCK_BYTES + 4, (uint32_t)bits);
    for (unsigned i = 0; i < last; i += BLOCK_BYTES)
        compress(h, block + i, alpha, ROUNDS);
    compress(h, block + last, alpha_f, FINAL_ROUNDS);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t h[WORDS];

    for (unsigned i = 0; i < WORDS; ++i)
        h[i] = load_big_endian((const unsigned char *)initial_value + 4 * i);
    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        compress(h, in, alpha, ROUNDS);
    compress_rest(h, in, inlen);
    for (unsigned i = 0; i < WORDS; ++i)
        store_big_endian(out + 4 * i, h[i]);
    return 0;
}
