/* SPDX-License-Identifier: MIT */

/*
 * The permutation Keccak-p[1600, rounds] of FIPS 202, and the bytes of its state: the last rounds
 * of 24, an even number of them.
 *
 * Technique: 25 lanes of 64 bits, lane (x, y) at A[x + 5 * y]. Each call of chi makes one row of
 * the new state from the five old lanes that rho and pi bring there, so that these two steps cost
 * nothing but rotations by constants. Bytes enter and leave lanes by shifts only, which makes
 * alignment and byte order immaterial.
 *
 * Rejected: moving the lanes in place along the cycle of pi, one temporary and a table of
 * rotations. It is shorter, but each step then waits for the one before it and rotates by a
 * variable distance.
 */

#include <stdint.h>

typedef uint64_t lane;

static const lane round_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* Defined for 0 < n < 64; the lane that rho leaves alone, (0, 0), is not passed here. */
static inline lane rot(lane a, int n) { return a << n | a >> (64 - n); }

static inline void theta(lane A[25]) {
    lane C[7]; /* the parity of column x at x + 1, with both ends repeated: no index mod 5 */

    for (int x = 0; x < 5; x++) {
        C[x + 1] = A[x] ^ A[x + 5] ^ A[x + 10] ^ A[x + 15] ^ A[x + 20];
    }
    C[0] = C[5];
    C[6] = C[1];
    for (int x = 0; x < 5; x++) {
        lane D = C[x] ^ rot(C[x + 2], 1);

        for (int y = 0; y < 25; y += 5) {
            A[x + y] ^= D;
        }
    }
}

static inline void chi(lane row[5], lane b0, lane b1, lane b2, lane b3, lane b4) {
    row[0] = b0 ^ (~b1 & b2);
    row[1] = b1 ^ (~b2 & b3);
    row[2] = b2 ^ (~b3 & b4);
    row[3] = b3 ^ (~b4 & b0);
    row[4] = b4 ^ (~b0 & b1);
}

/* A is used up: theta works on it in place. */
static inline void round_function(lane E[25], lane A[25], lane iota) {
    theta(A);
    chi(E, A[0], rot(A[6], 44), rot(A[12], 43), rot(A[18], 21), rot(A[24], 14));
    chi(E + 5, rot(A[3], 28), rot(A[9], 20), rot(A[10], 3), rot(A[16], 45), rot(A[22], 61));
    chi(E + 10, rot(A[1], 1), rot(A[7], 6), rot(A[13], 25), rot(A[19], 8), rot(A[20], 18));
    chi(E + 15, rot(A[4], 27), rot(A[5], 36), rot(A[11], 10), rot(A[17], 15), rot(A[23], 56));
    chi(E + 20, rot(A[2], 62), rot(A[8], 55), rot(A[14], 39), rot(A[15], 41), rot(A[21], 2));
    E[0] ^= iota;
}

/* Two rounds at a time bring the state back to A without a copy. */
static void keccak_p(lane A[25], int rounds) {
    lane E[25];

    for (int i = 24 - rounds; i < 24; i += 2) {
        round_function(E, A, round_constants[i]);
        round_function(A, E, round_constants[i + 1]);
    }
}

static void absorb_byte(lane A[25], unsigned position, unsigned char byte) {
    A[position / 8] ^= (lane)byte << 8 * (position % 8);
}

static unsigned char squeeze_byte(const lane A[25], unsigned position) {
    return (unsigned char)(A[position / 8] >> 8 * (position % 8));
}
