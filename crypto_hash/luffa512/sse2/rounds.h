/* SPDX-License-Identifier: MIT */
/*
 * Luffa-512 with vectors of four lanes and with words: lane j of a_k is word k of V_j for j < 4,
 * and b_k is that of V_4. vector.h holds the operations on vectors, words.h those on words.
 *
 * Technique: V_4 stays in general registers, and the processor computes its step beside that of the
 * others, in units that vectors leave idle. Only the injection brings words of V_4 into
 * vectors, and sums of the others into words.
 *
 * Limit: a step has 92 operations on vectors and 60 on words. With injection and tweaks a block has
 * 985 and 565: at four a cycle the vectors take 7.7 cycles/byte. A step is a chain of 13 vectors,
 * which takes 26 cycles on Zen 5, 6.5 cycles/byte. Zen 5 needs 11.1 in all, and 13.1 on x86. With
 * NEON a block has 793 operations on vectors, 6.2 cycles/byte with four units and 12.4 with two;
 * not measured, since the code has run in emulation only.
 *
 * Rejected, without a trial: V_4 in vectors of its own, (a0 a1 a2 a3) and (a4 a5 a6 a7). MixWord
 * has 16 operations then, but SubCrumb 13 and about 10 shuffles, so vectors have 1.4 times the
 * work.
 */
#include "words.h"

#include "vector.h"

typedef struct {
    uint32_t V[8][LANES], last[8];
} state;

#define LAST_WORD(v0, v1, v2, v3, v4) v4
static const uint32_t initial_last[8] = {INITIAL_VALUE(LAST_WORD)};

static void start(state *at) {
    memcpy(at->V, initial, sizeof initial);
    memcpy(at->last, initial_last, sizeof initial_last);
}

#include "field.h"

typedef struct {
    vector by_1, by_2, by_3, by_4;
} neighbours;

#include "neighbours.h"

/* c = c + 2 b */
INLINE void add_double_words(uint32_t c[8], const uint32_t b[8]) {
    uint32_t a[8];

    memcpy(a, b, sizeof a);
    double_and_add(a, c);
    memcpy(c, a, sizeof a);
}

/* The multiple of the block that V_4 gets, 2^4 M. */
INLINE void multiply_for_last(uint32_t m[8], const unsigned char *in) {
    uint32_t M[8];

    for (int k = 0; k < 8; ++k)
        M[k] = load_big_endian(in + 4 * k);
    m[0] = M[4];
    m[1] = M[4] ^ M[5];
    m[2] = M[5] ^ M[6];
    m[3] = M[4] ^ M[6] ^ M[7];
    m[4] = M[0] ^ M[4] ^ M[5] ^ M[7];
    m[5] = M[1] ^ M[5] ^ M[6];
    m[6] = M[2] ^ M[6] ^ M[7];
    m[7] = M[3] ^ M[7];
}

/* The sum of five sub-states by two levels, as inject.h of avx512vl says. */
INLINE void inject(vector a[8], uint32_t b[8], const unsigned char *in) {
    vector m[8], sum[8], inner[8], outer[8];
    uint32_t last_m[8], last_sum[8], last_inner[8], last_outer[8];

    multiply_block(m, in);
    multiply_for_last(last_m, in);
#define SUM_UP(k)                                                                                  \
    do {                                                                                           \
        neighbours V = neighbours_of(a[k], b[k]);                                                  \
        vector q = XOR(V.by_2, V.by_3);                                                            \
        sum[k] = XOR(XOR3(a[k], V.by_1, V.by_4), q);                                               \
        inner[k] = a[k];                                                                           \
        outer[k] = XOR(a[k], q);                                                                   \
        a[k] = XOR(a[k], m[k]);                                                                    \
        last_sum[k] = first_lane(sum[k]);                                                          \
        last_inner[k] = b[k];                                                                      \
        last_outer[k] = b[k] ^ first_lane(XOR(V.by_1, V.by_2));                                    \
        b[k] ^= last_m[k];                                                                         \
    } while (0)
    EACH_WORD(SUM_UP);
    add_double(inner, sum);
    add_double(outer, inner);
    add_double(a, outer);
    add_double_words(last_inner, last_sum);
    add_double_words(last_outer, last_inner);
    add_double_words(b, last_outer);
}

#define LOAD_WORD(k) a[k] = LOAD(at->V[k])
#define STORE_WORD(k) STORE(at->V[k], a[k])

TARGET static void rounds(state *at, const unsigned char *in, unsigned long long blocks) {
    vector a[8];
    uint32_t b[8];

    EACH_WORD(LOAD_WORD);
    memcpy(b, at->last, sizeof b);
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        inject(a, b, in);
        permute(a, b);
    }
    EACH_WORD(STORE_WORD);
    memcpy(at->last, b, sizeof b);
}

static void put_sum(unsigned char *out, const state *at) {
    for (int k = 0; k < 8; ++k) {
        uint32_t word = at->last[k];

        for (int j = 0; j < LANES; ++j)
            word ^= at->V[k][j];
        store_big_endian(out + 4 * k, word);
    }
}
