/* SPDX-License-Identifier: MIT */
/*
 * CubeHash with 512 bits of output, 32 bytes a block and 16 rounds a block, in both versions: the
 * initial state and the number of final rounds stand in parameters.h. The directory cubehash1632
 * links to this file.
 *
 * Source: D. J. Bernstein, "CubeHash specification (2.B.1)", 2009; "CubeHash parameter tweak: 10
 * times smaller MAC overhead", 2010, for cubehash512.
 *
 * Technique: the ten steps of a round as the specification lists them, with the index ijklm of a
 * word as the number 16i + 8j + 4k + 2l + m. Words are made of bytes by shifts, which makes
 * alignment and byte order immaterial.
 *
 * Rejected: the initial rounds at each call. They depend on the parameters alone.
 */
#include "crypto_hash.h"
#include <stdint.h>

#include "parameters.h"

enum { STATE_WORDS = 32, HALF = 16, BLOCK_BYTES = 32, BLOCK_ROUNDS = 16 };

static uint32_t rotate_left(uint32_t word, int n) { return word << n | word >> (32 - n); }

/* Steps 1 and 6: add x_0jklm into x_1jklm. */
static void add_into_high(uint32_t *x) {
    for (int n = 0; n < HALF; ++n)
        x[HALF + n] += x[n];
}

/* Steps 2 and 7: rotate x_0jklm upwards. */
static void rotate_low(uint32_t *x, int distance) {
    for (int n = 0; n < HALF; ++n)
        x[n] = rotate_left(x[n], distance);
}

/* Steps 3 and 8, on x_0jklm, 5 and 10, on x_1jklm: exchange words whose indices differ in one bit.
 */
static void swap_words(uint32_t *x, int bit) {
    for (int n = 0; n < HALF; ++n) {
        if ((n & bit) == 0) {
            uint32_t word = x[n];
            x[n] = x[n ^ bit];
            x[n ^ bit] = word;
        }
    }
}

/* Steps 4 and 9: xor x_1jklm into x_0jklm. */
static void xor_into_low(uint32_t *x) {
    for (int n = 0; n < HALF; ++n)
        x[n] ^= x[HALF + n];
}

static void transform(uint32_t *x, int rounds) {
    for (; rounds > 0; --rounds) {
        add_into_high(x);
        rotate_low(x, 7);
        swap_words(x, 8);
        xor_into_low(x);
        swap_words(x + HALF, 2);
        add_into_high(x);
        rotate_low(x, 11);
        swap_words(x, 4);
        xor_into_low(x);
        swap_words(x + HALF, 1);
    }
}

static void absorb_byte(uint32_t *x, unsigned position, unsigned char byte) {
    x[position / 4] ^= (uint32_t)byte << 8 * (position % 4);
}

static void absorb_block(uint32_t *x, const unsigned char *block) {
    for (unsigned i = 0; i < BLOCK_BYTES; ++i)
        absorb_byte(x, i, block[i]);
    transform(x, BLOCK_ROUNDS);
}

/* The rest of the message, a 1 bit, and zeros, which change nothing. */
static void absorb_last_block(uint32_t *x, const unsigned char *rest, unsigned length) {
    for (unsigned i = 0; i < length; ++i)
        absorb_byte(x, i, rest[i]);
    absorb_byte(x, length, 0x80);
    transform(x, BLOCK_ROUNDS);
}

static void finalize(uint32_t *x) {
    x[31] ^= 1;
    transform(x, FINAL_ROUNDS);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t x[STATE_WORDS];

    for (int n = 0; n < STATE_WORDS; ++n)
        x[n] = initial_state[n];
    for (; inlen >= BLOCK_BYTES; inlen -= BLOCK_BYTES, in += BLOCK_BYTES)
        absorb_block(x, in);
    absorb_last_block(x, in, (unsigned)inlen);
    finalize(x);
    for (int i = 0; i < crypto_hash_BYTES; ++i)
        out[i] = (unsigned char)(x[i / 4] >> 8 * (i % 4));
    return 0;
}
