/* SPDX-License-Identifier: MIT */
/* Shabal of LANES messages: blocks and padding of what rounds.h computes. */
#include "rounds.h"

/* In one piece: short instructions reach all of it. */
struct state {
    word A[12], M[16], halves[2][16];
};

/* A function of its own, so that words are addressed from its arguments, in short instructions:
 * from the stack pointer the steps would be too long for the cache of decoded ones. */
static __attribute__((noinline)) void steps(struct state *restrict s, word *restrict B,
                                            const word *restrict C) {
    word *A = s->A, *M = s->M, a = A[11];

    ALL_STEPS;
}

/* Subtracts the block before from B, which was C then, and adds this one. */
INLINE void before_steps(word A[12], word B[16], word M[16], const unsigned char *const in[LANES],
                         size_t at, unsigned long long number) {
    word next[16];

    load_words(next, in, at, 16, 0);
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        B[i] = B[i] - M[i] + next[i];
        B[i] = ROTL(B[i], 17);
        M[i] = next[i];
    }
    A[0] ^= ALL((uint32_t)number);
    A[1] ^= ALL((uint32_t)(number >> 32));
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    const unsigned rest = (unsigned)(inlen % BLOCK);
    const unsigned long long full = inlen / BLOCK;
    TAILS(BLOCK) tails;
    struct state s;
    word *const A = s.A, *const M = s.M, *B = s.halves[0], *C = s.halves[1];

    OPEN_TAILS(tails, in, inlen, rest, BLOCK);
    PUT_TAILS(tails, rest, "\x80", 1);

    for (int i = 0; i < 12; i++)
        A[i] = ALL(initial_A[i]);
    for (int i = 0; i < 16; i++) {
        M[i] = ALL(0);
        B[i] = ALL(initial_B[i]);
        C[i] = ALL(initial_C[i]);
    }
    for (unsigned long long round = 0; round <= full + FINAL_ROUNDS; round++) {
        const int is_full = round < full;
        word *exchanged = B;

        before_steps(A, B, M, is_full ? in : tails.of, is_full ? round * BLOCK : 0,
                     is_full ? round + 1 : full + 1);
        steps(&s, B, C);
        after_steps(A, C);
        B = C;
        C = exchanged;
    }
    store_words(out, C + 16 - DIGEST_BYTES / 4, DIGEST_BYTES / 4, 0);
}
