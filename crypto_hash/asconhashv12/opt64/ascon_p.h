/* SPDX-License-Identifier: MIT */
/*
 * The permutation Ascon-p[12] over whatever holds a word. word.h says what V is, and how to
 * calculate with it.
 *
 * Technique: the S-box is the designers' sequence for bit slices. Its complement of S_2 is part of
 * the round constants, and the constant of the next round is added where that word is made, beside
 * the chain: S_2 is kept with it between blocks.
 *
 * Limit of words of 64 bits: a round has 37 operations where there is an and-not and a rotation
 * that keeps its source: 16 in the S-box, 1 for the constant, 20 in the linear layer. That is 13.9
 * cycles/byte at four a cycle. The chain of a round has 7 operations, which take 10.5 cycles/byte.
 * Zen 5 takes 13.5 with clang and 14.0 with gcc.
 *
 * Rejected: the S-box from its algebraic normal form, with 17 operations and a chain of 6 for the
 * round: 1.02 (clang) and 1.04 times the time (gcc). Rounds in a loop: 1.09 and 1.13 times. Without
 * HOLD, which keeps gcc from adding in another order: 1.06 times with gcc. A copy of the code that
 * asks for BMI2: with -march=native, compilers make the same machine code of this one.
 */
#include "word.h"

/* S_2 is kept with the constant of the next round added. */
#define START(s0, s1, s2, s3, s4)                                                                  \
    { CONSTANT(s0), CONSTANT(s1), CONSTANT((s2) ^ 0xf0), CONSTANT(s3), CONSTANT(s4) }

#define SIGMA(a, m, n) XOR(XOR(a, ROR(a, m)), ROR(a, n))

/* b_i for the words a_i, a_(i+1) and a_(i+2) */
#define CHI(b, a0, a1, a2)                                                                         \
    V b = XOR(a0, AND_NOT(a2, a1));                                                                \
    HOLD(b)

INLINE void ascon_round(V S[5], const V next) {
    const V a0 = XOR(S[0], S[4]), a1 = S[1], a2 = XOR(S[2], S[1]);
    const V a3 = S[3], a4 = XOR(S[4], S[3]);
    CHI(b0, a0, a1, a2);
    CHI(b1, a1, a2, a3);
    CHI(b2, a2, a3, a4);
    CHI(b3, a3, a4, a0);
    CHI(b4, a4, a0, a1);
    const V c0 = XOR(b0, b4), c1 = XOR(b1, b0), c3 = XOR(b3, b2);
    V c2 = XOR(b2, next);
    HOLD(c2);

    S[0] = SIGMA(c0, 19, 28);
    S[1] = SIGMA(c1, 61, 39);
    S[2] = XOR(XOR(c2, ROR(b2, 1)), ROR(b2, 6));
    S[3] = SIGMA(c3, 10, 17);
    S[4] = SIGMA(b4, 7, 41);
}

/* The constant of round i, and the complement that b2 lacks. */
#define NEXT(i) CONSTANT(~(uint64_t)(0xf0 - 0x0f * ((i) % 12)))

INLINE void three_rounds(V S[5], const V next1, const V next2, const V next3) {
    ascon_round(S, next1);
    ascon_round(S, next2);
    ascon_round(S, next3);
}

PERMUTATION void permute(V S[5]) {
    three_rounds(S, NEXT(1), NEXT(2), NEXT(3));
    three_rounds(S, NEXT(4), NEXT(5), NEXT(6));
    three_rounds(S, NEXT(7), NEXT(8), NEXT(9));
    three_rounds(S, NEXT(10), NEXT(11), NEXT(12));
}
