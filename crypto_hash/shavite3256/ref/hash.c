/* SPDX-License-Identifier: MIT */
/*
 * SHAvite-3 with 256 or 512 bits of output, without salt (E. Biham, O. Dunkelman: The SHAvite-3
 * Hash Function; the one of 512 bits with the tweak of October 2010). parameters.h holds the sizes,
 * the initial value and where the counter enters; cipher.h the rounds. shavite3512 has this same
 * file.
 *
 * Technique: the steps of the specification, one function each. The state of a round of AES is four
 * 32-bit words; a word is a column with row 0 in the least significant byte, so that message,
 * subkeys and chaining value need no conversion. Rotating a word right by 8k bits brings row i+k to
 * row i. All subkeys are computed before the rounds. S is read at secret indices: this is not
 * constant-time code.
 *
 * Rejected: tables that join SubBytes and MixColumns, which hide the steps; they are for optimized
 * code.
 */
#include "aes_s_box.h"
#include "crypto_hash.h"
#include <stdint.h>

/* A counter word, its complement, or nothing. */
enum addend { C0, C1, C2, C3, NOT_C0, NOT_C1, NOT_C2, NOT_C3, NOTHING, ADDENDS };

/* What is added to the subkey words rk[u] to rk[u+3]. */
struct place {
    unsigned u;
    unsigned char added[4];
};

#include "parameters.h"

enum { BLOCK_BYTES = 4 * BLOCK_WORDS };

/* The S-box of AES. */
#define ENTRY(s) s,
static const unsigned char S[256] = {AES_S_BOX(ENTRY)};

static uint32_t load_little_endian32(const unsigned char *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void SubBytes(uint32_t x[4]) {
    for (int column = 0; column < 4; ++column)
        x[column] = S[x[column] & 0xff] | (uint32_t)S[x[column] >> 8 & 0xff] << 8 |
                    (uint32_t)S[x[column] >> 16 & 0xff] << 16 | (uint32_t)S[x[column] >> 24] << 24;
}

/* Row i moves to the left by i columns. */
static void ShiftRows(uint32_t x[4]) {
    uint32_t shifted[4] = {0};

    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
            shifted[column] |= x[(column + row) % 4] & UINT32_C(0xff) << 8 * row;
    for (int column = 0; column < 4; ++column)
        x[column] = shifted[column];
}

/* All four bytes times 02 in GF(256) modulo X^8 + X^4 + X^3 + X + 1. */
static uint32_t multiply_by_2(uint32_t x) {
    uint32_t top = x & UINT32_C(0x80808080);
    return (x ^ top) << 1 ^ (top >> 7) * 0x1b;
}

/* In row i: the byte of row i+k, for k in 1..3. */
static uint32_t rows_from(uint32_t column, unsigned k) {
    return column >> 8 * k | column << (32 - 8 * k);
}

/* Row i becomes the sum of row i+k times 02, 03, 01, 01 for k = 0..3. */
static void MixColumns(uint32_t x[4]) {
    for (int column = 0; column < 4; ++column) {
        uint32_t a0 = x[column], a1 = rows_from(a0, 1), a2 = rows_from(a0, 2);
        x[column] = multiply_by_2(a0 ^ a1) ^ a1 ^ a2 ^ rows_from(a0, 3);
    }
}

static void add(uint32_t x[4], const uint32_t key[4]) {
    for (int column = 0; column < 4; ++column)
        x[column] ^= key[column];
}

/* A round of AES without a key. */
static void AESround(uint32_t x[4]) {
    SubBytes(x);
    ShiftRows(x);
    MixColumns(x);
}

/* sum += F(input): as many rounds of AES as there are keys; the first key is added before them. */
static void add_F(uint32_t sum[4], const uint32_t input[4], const uint32_t keys[4 * F_KEYS]) {
    uint32_t x[4] = {input[0], input[1], input[2], input[3]};

    for (int i = 0; i < F_KEYS; ++i) {
        add(x, keys + 4 * i);
        AESround(x);
    }
    add(sum, x);
}

#include "cipher.h"

static void add_counter(uint32_t *rk, unsigned u, const uint32_t count[4]) {
    const uint32_t addends[ADDENDS] = {count[0],  count[1],  count[2],  count[3],
                                       ~count[0], ~count[1], ~count[2], ~count[3]};

    for (unsigned i = 0; i < PLACES; ++i)
        if (places[i].u == u)
            for (int j = 0; j < 4; ++j)
                rk[u + j] ^= addends[places[i].added[j]];
}

/* As many subkey words as the message block has, from rk[start]. */
static void nonlinear_group(uint32_t *rk, unsigned start, const uint32_t count[4]) {
    for (unsigned u = start; u < start + BLOCK_WORDS; u += 4) {
        const uint32_t *before = rk + u - BLOCK_WORDS;
        uint32_t x[4] = {before[1], before[2], before[3], before[0]};

        AESround(x);
        for (int j = 0; j < 4; ++j)
            rk[u + j] = x[j] ^ rk[u + j - 4];
        add_counter(rk, u, count);
    }
}

static void linear_group(uint32_t *rk, unsigned start) {
    for (unsigned u = start; u < start + BLOCK_WORDS; ++u)
        rk[u] = rk[u - BLOCK_WORDS] ^ rk[u - LAG];
}

static void expand_message(uint32_t rk[SUBKEY_WORDS], const unsigned char *block,
                           const uint32_t count[4]) {
    for (int i = 0; i < BLOCK_WORDS; ++i)
        rk[i] = load_little_endian32(block + 4 * i);
    for (unsigned u = BLOCK_WORDS; u < SUBKEY_WORDS; u += BLOCK_WORDS) {
        if (u / BLOCK_WORDS % 2 == 1)
            nonlinear_group(rk, u, count);
        else
            linear_group(rk, u);
    }
}

/* `bytes`: of the message, up to the end of the block, or 0 if none of them is in it. */
static void compress(uint32_t h[CHAIN_WORDS], const unsigned char *block,
                     unsigned long long bytes) {
    const uint32_t count[4] = {(uint32_t)(bytes << 3), (uint32_t)(bytes >> 29),
                               (uint32_t)(bytes >> 61), 0};
    uint32_t rk[SUBKEY_WORDS], state[CHAIN_WORDS];

    expand_message(rk, block, count);
    for (int i = 0; i < CHAIN_WORDS; ++i)
        state[i] = h[i];
    cipher(state, rk);
    for (int i = 0; i < CHAIN_WORDS; ++i)
        h[i] ^= state[i];
}

/*
 * A bit 1, zeros, the length in bits and the size of the digest in bits. The length has 64 or 128
 * bits; bits from the 67th up are zeros, as inlen has 64.
 */
static void compress_rest(uint32_t h[CHAIN_WORDS], const unsigned char *rest,
                          unsigned long long inlen) {
    unsigned char block[2 * BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    unsigned blocks = left + 1 + LENGTH_BYTES + 2 > BLOCK_BYTES ? 2 : 1;
    unsigned char *length = block + blocks * BLOCK_BYTES - LENGTH_BYTES - 2;

    for (unsigned i = 0; i < left; ++i)
        block[i] = rest[i];
    block[left] = 0x80;
    length[0] = (unsigned char)(inlen << 3);
    for (unsigned i = 1; i < 8; ++i)
        length[i] = (unsigned char)(inlen >> (8 * i - 3));
    if (LENGTH_BYTES > 8)
        length[8] = (unsigned char)(inlen >> 61);
    length[LENGTH_BYTES] = (unsigned char)(8 * crypto_hash_BYTES);
    length[LENGTH_BYTES + 1] = (unsigned char)(8 * crypto_hash_BYTES >> 8);
    compress(h, block, left > 0 ? inlen : 0);
    if (blocks == 2)
        compress(h, block + BLOCK_BYTES, 0);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t h[CHAIN_WORDS];

    for (int i = 0; i < CHAIN_WORDS; ++i)
        h[i] = initial_value[i];
    for (unsigned long long i = 1; i <= inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        compress(h, in, i * BLOCK_BYTES);
    compress_rest(h, in, inlen);
    for (int i = 0; i < crypto_hash_BYTES; ++i)
        out[i] = (unsigned char)(h[i / 4] >> 8 * (i % 4));
    return 0;
}
