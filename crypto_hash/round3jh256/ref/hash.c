/* SPDX-License-Identifier: MIT */
/*
 * JH in its final version (42 rounds) with 256 or 512 bits of output (crypto_hash_BYTES;
 * parameters.h holds the initial value that goes with it). round3jh512 has this same file.
 *
 * Technique: the bit-sliced description of E8. The state is eight 128-bit words x_0 .. x_7; bit k
 * of x_0, x_2, x_4, x_6 is one 4-bit element, bit k of x_1, x_3, x_5, x_7 the one that L pairs with
 * it. Word x_i lies in H[2i], H[2i+1], its first bit the most significant of H[2i]. All steps but
 * the swap keep each bit in its place, so the halves of the words are computed one by one.
 *
 * Instead of the permutation P8, round r swaps neighbouring groups of 2^(r mod 7) bits in the odd
 * words. That gives the same pairs; after 7 rounds the elements are in order again, and 42 is a
 * multiple of 7, so nothing remains to be undone at the end. The shifts of swap_groups go up to
 * 2^5 = 32; groups of 64 bits are whole words and are exchanged instead.
 *
 * Rejected: the description in 256 elements of 4 bits. It is closer to the drawings, but does one
 * table lookup for each element where this code does about 20 operations for 64, and it adds P8,
 * R6 for the constants, and the grouping at both ends of E8.
 */
#include "crypto_hash.h"
#include <stdint.h>

#include "parameters.h"
#include "roundconstants.h"

enum { BLOCK_BYTES = 64, STATE_WORDS = 16, ROUNDS = 42 };

#define ROW(even0, even1, odd0, odd1) {even0, even1, odd0, odd1},
static const uint64_t round_constant[ROUNDS][4] = {ROUND_CONSTANTS(ROW)};

static uint64_t load_big_endian(const unsigned char *bytes) {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i)
        word = word << 8 | bytes[i];
    return word;
}

static void store_big_endian(unsigned char *bytes, uint64_t word) {
    for (int i = 7; i >= 0; --i, word >>= 8)
        bytes[i] = (unsigned char)word;
}

/* The S-boxes of 64 elements at once: S0 where the bit of c is 0, S1 where it is 1. */
static inline void S(uint64_t *x, uint64_t c) {
    uint64_t a0 = x[0], a1 = x[4], a2 = x[8], a3 = ~x[12], t;

    a0 ^= c & ~a2;
    t = c ^ (a0 & a1);
    a0 ^= a2 & a3;
    a3 ^= ~a1 & a2;
    a1 ^= a0 & a2;
    a2 ^= a0 & ~a3;
    a0 ^= a1 | a3;
    a3 ^= a1 & a2;
    x[0] = a0;
    x[4] = a1 ^ (t & a0);
    x[8] = a2 ^ t;
    x[12] = a3;
}

/* b ^= 2a, a ^= 2b in GF(16) modulo X^4 + X + 1: 2(a0 a1 a2 a3) = (a1, a2, a3 ^ a0, a0). */
static inline void L(uint64_t *a, uint64_t *b) {
    b[0] ^= a[4];
    b[4] ^= a[8];
    b[8] ^= a[12] ^ a[0];
    b[12] ^= a[0];

    a[0] ^= b[4];
    a[4] ^= b[8];
    a[8] ^= b[12] ^ b[0];
    a[12] ^= b[0];
}

/* Swaps each two neighbouring groups of 2^n bits, n < 6. */
static inline uint64_t swap_groups(uint64_t word, unsigned n) {
    static const uint64_t second[6] = {
        UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0f0f0f0f0f0f0f0f),
        UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff),
    };
    unsigned distance = 1U << n;
    return (word & second[n]) << distance | (word >> distance & second[n]);
}

static inline void omega(uint64_t *x, unsigned n) {
    if (n < 6) {
        x[0] = swap_groups(x[0], n);
        x[1] = swap_groups(x[1], n);
    } else {
        uint64_t first = x[0];
        x[0] = x[1];
        x[1] = first;
    }
}

static void E8(uint64_t H[STATE_WORDS]) {
    for (unsigned r = 0; r < ROUNDS; ++r) {
        for (unsigned half = 0; half < 2; ++half) {
            uint64_t *even = H + half, *odd = H + 2 + half;
            S(even, round_constant[r][half]);
            S(odd, round_constant[r][2 + half]);
            L(even, odd);
        }
        for (unsigned i = 2; i < STATE_WORDS; i += 4)
            omega(H + i, r % 7);
    }
}

static void F8(uint64_t H[STATE_WORDS], const unsigned char *block) {
    uint64_t M[8];

    for (int i = 0; i < 8; ++i) {
        M[i] = load_big_endian(block + 8 * i);
        H[i] ^= M[i];
    }
    E8(H);
    for (int i = 0; i < 8; ++i)
        H[8 + i] ^= M[i];
}

/*
 * The padding adds at least 512 bits: whenever a part of a block is left over, the length goes into
 * a block of its own, even if it would fit behind that part.
 */
static void absorb_rest(uint64_t H[STATE_WORDS], const unsigned char *rest,
                        unsigned long long inlen) {
    unsigned char block[BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;

    for (unsigned i = 0; i < left; ++i)
        block[i] = rest[i];
    block[left] = 0x80;
    if (left > 0) {
        F8(H, block);
        for (unsigned i = 0; i <= left; ++i)
            block[i] = 0;
    }
    store_big_endian(block + 48, inlen >> 61);
    store_big_endian(block + 56, inlen << 3);
    F8(H, block);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint64_t H[STATE_WORDS];

    for (int i = 0; i < STATE_WORDS; ++i)
        H[i] = initial_value[i];
    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        F8(H, in);
    absorb_rest(H, in, inlen);
    for (int i = 0; i < crypto_hash_BYTES / 8; ++i)
        store_big_endian(out + 8 * i, H[STATE_WORDS - crypto_hash_BYTES / 8 + i]);
    return 0;
}
