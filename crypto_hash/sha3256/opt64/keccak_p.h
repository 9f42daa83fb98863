/* SPDX-License-Identifier: MIT */

/*
 * The permutation KECCAK-p[1600, rounds] of FIPS 202 for any type of lane: the last rounds of 24, a
 * multiple of four.
 *
 * A file lane.h is included before. It defines V, which is a lane (a word, two halves of a word, or
 * a vector with one lane of each of several states), and these operations on it: XOR, XOR3, ROL by
 * a constant, and CHI, which makes the lane (x, y) of three lanes. CONSTANT makes a `constant` of a
 * number, IOTA loads it as V. Two operations have a default, because some processors have one
 * instruction for them: XOR_ROL(a, b, n) rotates a ^ b, and MIX(a, b) is a ^ ROL(b, 1).
 *
 * Technique: plane by plane and in place, as the Keccak team describes in "Keccak implementation
 * overview". Pi makes row y of the new state of one lane from each of the five old rows. The new
 * row goes to the places of these five lanes, so there is no second state and no copy. After i
 * rounds, lane (x, y) is in the place of (x, a x + b y mod 5), where (a, b) is (0, 1), (1, 2),
 * (3, 4), (2, 3) for i mod 4 = 0, 1, 2, 3. The loop has four rounds, after which every lane is back
 * in its own place. LANE expands to an index that is constant.
 *
 * Invariant: the place matrix after i rounds is the power i of ((1, 0), (1, 2)), whose fourth power
 * is the identity mod 5. A lane never leaves its column, so PARITY needs no such index.
 *
 * Rejected: moving the lanes of the next row before chi of this one. In assembly that was 10 %
 * faster on Zen 4, but in C bmi2 takes 1.02 to 1.04 times the time on Zen 5. Adding up the parities
 * of the next round as the rows are made: no difference there. A parity that takes the row made
 * last at last: 1.00 to 1.05 times the time in avx512vl. Adding both parities of theta to each lane
 * by one ternary operation, without D: five operations less, but ten values are alive instead of
 * five, and it was 20 % slower on Zen 4.
 *
 * Rejected: the state in seven AVX2 registers. Six have the multiples by 1 to 4 of (1, 0), (1, 1),
 * (1, 2), (1, 3), (1, 4) and (0, 1), and one has lane (0, 0). Pi then only renames registers and
 * permutes their words, and a round has 98 instructions instead of the 190 of bmi2. But they wait
 * for each other: 1.6 times the time of bmi2 on Zen 5, 9.8 cycles/byte at a rate of 136. llvm-mca
 * 14 predicts 0.9 times for Haswell, and 1.2 times for Skylake and Alder Lake.
 */

#include <stdint.h>

#ifndef XOR_ROL
#define XOR_ROL(a, b, n) ROL(XOR(a, b), n)
#endif
#ifndef MIX
#define MIX(a, b) XOR(a, ROL(b, 1))
#endif

static const constant round_constants[24] = {
    CONSTANT(0x0000000000000001), CONSTANT(0x0000000000008082), CONSTANT(0x800000000000808a),
    CONSTANT(0x8000000080008000), CONSTANT(0x000000000000808b), CONSTANT(0x0000000080000001),
    CONSTANT(0x8000000080008081), CONSTANT(0x8000000000008009), CONSTANT(0x000000000000008a),
    CONSTANT(0x0000000000000088), CONSTANT(0x0000000080008009), CONSTANT(0x000000008000000a),
    CONSTANT(0x000000008000808b), CONSTANT(0x800000000000008b), CONSTANT(0x8000000000008089),
    CONSTANT(0x8000000000008003), CONSTANT(0x8000000000008002), CONSTANT(0x8000000000000080),
    CONSTANT(0x000000000000800a), CONSTANT(0x800000008000000a), CONSTANT(0x8000000080008081),
    CONSTANT(0x8000000000008080), CONSTANT(0x0000000080000001), CONSTANT(0x8000000080008008),
};

#define INLINE static inline __attribute__((always_inline)) TARGET

#define LANE(a, b, x, y) A[(x) % 5 + 5 * (((a) * ((x) % 5) + (b) * (y)) % 5)]

#define PARITY(x) XOR3(XOR3(A[x], A[x + 5], A[x + 10]), A[x + 15], A[x + 20])

/* After theta, rho and pi: the lane that comes to (x, y). */
#define MOVED(x, y, n) XOR_ROL(LANE(a, b, x + 3 * y, x), D[(x + 3 * y) % 5], n)

/* The five rotations are those of the lanes that come to (0, y) ... (4, y). */
#define ROW(y, n0, n1, n2, n3, n4)                                                                 \
    {                                                                                              \
        const V B0 = MOVED(0, y, n0), B1 = MOVED(1, y, n1), B2 = MOVED(2, y, n2),                  \
                B3 = MOVED(3, y, n3), B4 = MOVED(4, y, n4);                                        \
        LANE(a, b, 0, 2 * y) = CHI(0, y, B0, B1, B2);                                              \
        LANE(a, b, 1, 1 + 2 * y) = CHI(1, y, B1, B2, B3);                                          \
        LANE(a, b, 2, 2 + 2 * y) = CHI(2, y, B2, B3, B4);                                          \
        LANE(a, b, 3, 3 + 2 * y) = CHI(3, y, B3, B4, B0);                                          \
        LANE(a, b, 4, 4 + 2 * y) = CHI(4, y, B4, B0, B1);                                          \
    }

INLINE void keccak_round(V A[25], const int a, const int b, const constant *iota) {
    const V C0 = PARITY(0), C1 = PARITY(1), C2 = PARITY(2), C3 = PARITY(3), C4 = PARITY(4);
    const V D[5] = {MIX(C4, C1), MIX(C0, C2), MIX(C1, C3), MIX(C2, C4), MIX(C3, C0)};

    ROW(0, 0, 44, 43, 21, 14)
    A[0] = XOR(A[0], IOTA(iota));
    ROW(1, 28, 20, 3, 45, 61)
    ROW(2, 1, 6, 25, 8, 18)
    ROW(3, 27, 36, 10, 15, 56)
    ROW(4, 62, 55, 39, 41, 2)
}

INLINE void keccak_p(V A[25], const int rounds) {
    for (int i = 24 - rounds; i < 24; i += 4) {
        keccak_round(A, 0, 1, round_constants + i);
        keccak_round(A, 1, 2, round_constants + i + 1);
        keccak_round(A, 3, 4, round_constants + i + 2);
        keccak_round(A, 2, 3, round_constants + i + 3);
    }
}

/* Statements for all lanes, or for the first 21: no hash that uses this file has a larger rate. */
#define FIVE_LANES(F, i) F(i) F(i + 1) F(i + 2) F(i + 3) F(i + 4)
#define FIRST_20_LANES(F) FIVE_LANES(F, 0) FIVE_LANES(F, 5) FIVE_LANES(F, 10) FIVE_LANES(F, 15)
#define FIRST_21_LANES(F) FIRST_20_LANES(F) F(20)
#define ALL_LANES(F) FIRST_20_LANES(F) FIVE_LANES(F, 20)
#define CLEAR_LANE(i) A[i] = ZERO(i);
