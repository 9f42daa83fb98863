/* SPDX-License-Identifier: MIT */

/*
 * The permutation Keccak-p[1600, rounds] of FIPS 202 over whatever holds a lane: the last rounds of
 * 24, a multiple of four of them.
 *
 * A file lane.h, included before, says what V is (a word, two halves of one, a vector that holds a
 * lane each of several states) and how to calculate with it: XOR, XOR3, ROL by a constant, CHI of
 * three lanes for the lane (x, y), CONSTANT to make a round constant of a number and IOTA to load
 * it as V. XOR_ROL(a, b, n), which rotates a ^ b, and MIX(a, b), which is a ^ ROL(b, 1), are single
 * instructions on some processors.
 *
 * Technique: in place. Pi makes the row y of the new state from one lane each of the five old rows,
 * and the new row is written where these five lay. After i rounds lane (x, y) so lies in the place
 * of (x, y'), y' = a x + b y mod 5, with (a, b) = (0, 1), (1, 2), (3, 4), (2, 3) for i mod 4 = 0,
 * 1, 2, 3: the powers of the matrix ((1, 0), (1, 2)), the fourth of which is the unit mod 5. So no
 * second state is needed, 25 registers hold the lanes without a move, and the loop has four rounds.
 * All indices are constants once LANE is expanded.
 *
 * Columns stay columns, hence parities need no translation of indices.
 *
 * Rejected: rows in the order load-load-chi-load-chi, the next row's lanes being moved before chi
 * of this row. In assembly that is 10 % faster on Zen 4, but gcc and clang reorder it anyway, and
 * clang 14 came out 4 % slower. Adding the two parities of theta to each lane by one ternary
 * operation instead of a prepared sum: five operations less and 20 % slower on Zen 4, for it keeps
 * ten values alive instead of five.
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
