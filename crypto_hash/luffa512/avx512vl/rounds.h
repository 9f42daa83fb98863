/* SPDX-License-Identifier: MIT */
/*
 * Luffa with one word of all sub-states in a vector: lane j of a_k is word k of V_j. vector.h holds
 * the vectors, their operations and the steps: it says what bounds them, and why.
 *
 * Technique: no data cross lanes in the permutations; a tweak is one rotation by another count in
 * each lane. Only the message injection looks across.
 */
#include "vector.h"

#include "field.h"

typedef struct {
    uint32_t V[8][LANES];
} state;

TARGET static void start(state *at) { memcpy(at->V, initial, sizeof initial); }

#include "inject.h"

#define LOAD_WORD(k) a[k] = LOAD(at->V[k])
#define STORE_WORD(k) STORE(at->V[k], a[k])

TARGET static void rounds(state *at, const unsigned char *in, unsigned long long blocks) {
    vector a[8], m[8];

    EACH_WORD(LOAD_WORD);
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        multiply_block(m, in);
        inject(a, m);
        permute(a);
    }
    EACH_WORD(STORE_WORD);
}

static inline void store_big_endian(unsigned char *bytes, uint32_t word) {
    word = __builtin_bswap32(word);
    memcpy(bytes, &word, sizeof word);
}

static void put_sum(unsigned char *out, const state *at) {
    for (int k = 0; k < 8; ++k) {
        uint32_t word = 0;

        for (int j = 0; j < SUBSTATES; ++j)
            word ^= at->V[k][j];
        store_big_endian(out + 4 * k, word);
    }
}
