/* SPDX-License-Identifier: MIT */
/*
 * P and P_f in words of 32 bits, for both sizes.
 *
 * Technique: the state is an array that is touched by constant indices only, in functions that are
 * always inlined, so compilers keep of it in registers what they can. The expansion is by tables:
 * this is not constant-time.
 *
 * Limit: the operations. A round of Hamsi-256 has 137, one of Hamsi-512 337; with the expansion
 * that is 111 and 269 per byte, at four a cycle 28 and 67 cycles per byte. On x86-64 clang's code
 * takes 31.6 and 84, gcc's 37 and 87: the state of 16 or 32 words does not fit its registers.
 *
 * Rejected: two columns in a word of 64 bits. It halves the 56 operations of the S-box, but a
 * rotation of two halves has five operations for two: 125 instead of 137 a round, and more to join
 * the halves for the diagonals.
 */
#include "constants.h"
#include "tables.h"

#define INLINE static inline __attribute__((always_inline))

typedef struct {
    uint32_t h[WORDS];
} state;

static inline uint32_t rotate_left(uint32_t word, unsigned n) {
    return word << n | word >> (32 - n);
}

static void start(state *at, const unsigned char *bytes) {
    for (unsigned i = 0; i < WORDS; ++i, bytes += 4)
        at->h[i] = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
                   bytes[3];
}

/* The S-box 8 6 7 9 3 12 10 15 13 1 14 4 0 11 5 2 on the 32 nibbles of a column, with constants. */
INLINE void substitute(uint32_t *s, const uint32_t *constants) {
    uint32_t x0 = s[0] ^ constants[0], x1 = s[COLUMNS] ^ constants[COLUMNS];
    uint32_t x2 = s[2 * COLUMNS] ^ constants[2 * COLUMNS];
    uint32_t x3 = s[3 * COLUMNS] ^ constants[3 * COLUMNS];
    uint32_t e = (x0 & x2) ^ x3;
    uint32_t g = (x0 | x3) ^ x1;
    uint32_t y0 = x1 ^ x2 ^ e;
    uint32_t f = x0 ^ y0;
    uint32_t y1 = (g | f) ^ e;
    uint32_t k = f ^ (e & g);

    s[0] = y0;
    s[COLUMNS] = y1;
    s[2 * COLUMNS] = g ^ y1 ^ k;
    s[3 * COLUMNS] = ~k;
}

INLINE void L(uint32_t *s, unsigned ia, unsigned ib, unsigned ic, unsigned id) {
    uint32_t a = rotate_left(s[ia], 13), c = rotate_left(s[ic], 3);
    uint32_t b = rotate_left(s[ib] ^ a ^ c, 1);
    uint32_t d = rotate_left(s[id] ^ c ^ a << 3, 7);

    s[ia] = rotate_left(a ^ b ^ d, 5);
    s[ib] = b;
    s[ic] = rotate_left(c ^ d ^ b << 7, 22);
    s[id] = d;
}

#define DIAGONAL(c)                                                                                \
    L(s, c, COLUMNS + (c + 1) % COLUMNS, 2 * COLUMNS + (c + 2) % COLUMNS,                          \
      3 * COLUMNS + (c + 3) % COLUMNS)

INLINE void round_of_P(uint32_t s[4 * COLUMNS], const uint32_t constants[4 * COLUMNS],
                       unsigned counter) {
    s[1] ^= counter;
    substitute(s, constants);
    substitute(s + 1, constants + 1);
    substitute(s + 2, constants + 2);
    substitute(s + 3, constants + 3);
#if COLUMNS == 8
    substitute(s + 4, constants + 4);
    substitute(s + 5, constants + 5);
    substitute(s + 6, constants + 6);
    substitute(s + 7, constants + 7);
#endif
    DIAGONAL(0);
    DIAGONAL(1);
    DIAGONAL(2);
    DIAGONAL(3);
#if COLUMNS == 8
    DIAGONAL(4);
    DIAGONAL(5);
    DIAGONAL(6);
    DIAGONAL(7);
    L(s, 0, 2, 5, 7);
    L(s, 9, 11, 12, 14);
    L(s, 16, 19, 21, 22);
    L(s, 25, 26, 28, 31);
#endif
}

static inline void expand(uint32_t m[WORDS], const unsigned char *block) {
#if COLUMNS == 4
    const uint32_t *t0 = expansion[0][block[0]], *t1 = expansion[1][block[1]];
    const uint32_t *t2 = expansion[2][block[2]], *t3 = expansion[3][block[3]];

    for (unsigned j = 0; j < WORDS; ++j)
        m[j] = t0[j] ^ t1[j] ^ t2[j] ^ t3[j];
#else
    for (unsigned j = 0; j < WORDS; ++j)
        m[j] = 0;
    for (unsigned i = 0; i < BLOCK_BYTES; ++i) {
        const uint32_t *high = expansion[2 * i][block[i] >> 4];
        const uint32_t *low = expansion[2 * i + 1][block[i] & 15];
        for (unsigned j = 0; j < WORDS; ++j)
            m[j] ^= high[j] ^ low[j];
    }
#endif
}

/* A row of the state: pairs of words in turns. */
INLINE void concatenate(uint32_t *row, const uint32_t *first, const uint32_t *second) {
    row[0] = first[0];
    row[1] = first[1];
    row[2] = second[0];
    row[3] = second[1];
#if COLUMNS == 8
    row[4] = first[2];
    row[5] = first[3];
    row[6] = second[2];
    row[7] = second[3];
#endif
}

INLINE void compress(uint32_t h[WORDS], const unsigned char *block,
                     const uint32_t constants[4 * COLUMNS], unsigned rounds) {
    uint32_t m[WORDS], s[4 * COLUMNS];

    expand(m, block);
    concatenate(s, m, h);
    concatenate(s + COLUMNS, h + COLUMNS / 2, m + COLUMNS / 2);
    concatenate(s + 2 * COLUMNS, m + COLUMNS, h + COLUMNS);
    concatenate(s + 3 * COLUMNS, h + 3 * COLUMNS / 2, m + 3 * COLUMNS / 2);
    for (unsigned counter = 0; counter < rounds; ++counter)
        round_of_P(s, constants, counter);
    for (unsigned i = 0; i < COLUMNS; ++i) {
        h[i] ^= s[i];
        h[COLUMNS + i] ^= s[2 * COLUMNS + i];
    }
}

static void absorb(state *at, const unsigned char *in, unsigned long long blocks) {
    for (; blocks > 0; --blocks, in += BLOCK_BYTES)
        compress(at->h, in, alpha, ROUNDS);
}

static void finish(unsigned char *out, state *at, const unsigned char *last) {
    compress(at->h, last, alpha_f, FINAL_ROUNDS);
    for (unsigned i = 0; i < WORDS; ++i) {
        for (unsigned k = 0; k < 4; ++k)
            out[4 * i + k] = (unsigned char)(at->h[i] >> (24 - 8 * k));
    }
}
