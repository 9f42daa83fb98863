/* SPDX-License-Identifier: MIT */
/*
 * F8 of JH, bit-sliced in eight vectors of 128 bits. vector.h has the vector and its operations,
 * and says what limits the speed.
 *
 * Technique: Wu's bit-slicing, which is in the specification. Bit k of x_0, x_2, x_4 and x_6 is an
 * element, and bit k of x_1, x_3, x_5 and x_7 is the one that L pairs with it. x_i is vector i: two
 * words as numbers, of which bit 63 is the first bit. Seven rounds are written out, so that each
 * exchange is a fixed one. No address and no branch depends on data.
 */
#include "vector.h"

typedef struct {
    uint64_t H[16];
} state;

#define ROW(even0, even1, odd0, odd1) {even0, even1, odd0, odd1},
static const uint64_t round_constant[42][4] = {ROUND_CONSTANTS(ROW)};

static void start(state *at, const uint64_t words[16]) { memcpy(at->H, words, sizeof at->H); }

/* The last words of the state, as many as fit. */
static void finish(unsigned char *out, unsigned bytes, const state *at) {
    for (unsigned i = 0; i < bytes / 8; ++i)
        put_big_endian(out + 8 * i, at->H[16 - bytes / 8 + i]);
}

/* b ^= 2a, a ^= 2b in GF(16) modulo X^4 + X + 1, for a in x0, x2, x4, x6, b in x1, x3, x5, x7. */
#define L                                                                                          \
    do {                                                                                           \
        x1 = xor2(x1, x2);                                                                         \
        x3 = xor2(x3, x4);                                                                         \
        x5 = xor3(x5, x6, x0);                                                                     \
        x7 = xor2(x7, x0);                                                                         \
        x0 = xor2(x0, x3);                                                                         \
        x2 = xor2(x2, x5);                                                                         \
        x4 = xor3(x4, x7, x1);                                                                     \
        x6 = xor2(x6, x1);                                                                         \
    } while (0)

#define ROUND(r, exchange)                                                                         \
    do {                                                                                           \
        vector even = load_words(round_constant[r]), odd = load_words(round_constant[r] + 2);      \
        S(x0, x2, x4, x6, even);                                                                   \
        S(x1, x3, x5, x7, odd);                                                                    \
        L;                                                                                         \
        x1 = exchange(x1);                                                                         \
        x3 = exchange(x3);                                                                         \
        x5 = exchange(x5);                                                                         \
        x7 = exchange(x7);                                                                         \
    } while (0)

/* E8(H ^ m) ^ m for each block m, which is added to the first half before and the second after. */
TARGET static void F8(state *at, const unsigned char *in, unsigned long long blocks) {
    uint64_t *H = at->H;
    vector x0 = load_words(H), x1 = load_words(H + 2), x2 = load_words(H + 4);
    vector x3 = load_words(H + 6), x4 = load_words(H + 8), x5 = load_words(H + 10);
    vector x6 = load_words(H + 12), x7 = load_words(H + 14);

    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        x0 = xor2(x0, load_big_endian(in));
        x1 = xor2(x1, load_big_endian(in + 16));
        x2 = xor2(x2, load_big_endian(in + 32));
        x3 = xor2(x3, load_big_endian(in + 48));
        for (int r = 0; r < 42; r += 7) {
            ROUND(r, exchange_1);
            ROUND(r + 1, exchange_2);
            ROUND(r + 2, exchange_4);
            ROUND(r + 3, exchange_8);
            ROUND(r + 4, exchange_16);
            ROUND(r + 5, exchange_32);
            ROUND(r + 6, exchange_64);
        }
        x4 = xor2(x4, load_big_endian(in));
        x5 = xor2(x5, load_big_endian(in + 16));
        x6 = xor2(x6, load_big_endian(in + 32));
        x7 = xor2(x7, load_big_endian(in + 48));
    }
    store_words(H, x0);
    store_words(H + 2, x1);
    store_words(H + 4, x2);
    store_words(H + 6, x3);
    store_words(H + 8, x4);
    store_words(H + 10, x5);
    store_words(H + 12, x6);
    store_words(H + 14, x7);
}
