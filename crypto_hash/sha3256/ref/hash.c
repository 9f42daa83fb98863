/* SPDX-License-Identifier: MIT */

/*
 * Reference implementation of SHA3-256, SHA3-512 and the Keccak submission with capacity 512, 1024.
 *
 * The directories of the other three functions link to this file; parameters.h and api.h are
 * theirs.
 *
 * Technique: the sponge on 25 lanes of 64 bits, lane (x, y) at A[x + 5 * y]. Each call of chi makes
 * one row of the new state from the five old lanes that rho and pi bring there, so that these two
 * steps cost nothing but rotations by constants.
 *
 * Bound: the digest is shorter than the rate, so the sponge is squeezed once and nothing is written
 * to out before all of in was read: out may be in. Bytes enter and leave lanes by shifts only,
 * which makes alignment and byte order immaterial.
 *
 * Rejected: moving the lanes in place along the cycle of pi, one temporary and a table of
 * rotations. It is shorter, but each step then waits for the one before it and rotates by a
 * variable distance.
 */

#include "crypto_hash.h"
#include "parameters.h"
#include <stdint.h>

#define RATE_BYTES ((1600 - CAPACITY_BITS) / 8)

typedef uint64_t lane;

_Static_assert(RATE_BYTES % 8 == 0, "a block must consist of whole lanes");
_Static_assert(crypto_hash_BYTES <= RATE_BYTES, "the digest must fit into one block");

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
static void keccak_f(lane A[25]) {
    lane E[25];

    for (int i = 0; i < 24; i += 2) {
        round_function(E, A, round_constants[i]);
        round_function(A, E, round_constants[i + 1]);
    }
}

static void absorb_byte(lane A[25], unsigned position, unsigned char byte) {
    A[position / 8] ^= (lane)byte << 8 * (position % 8);
}

static void absorb_block(lane A[25], const unsigned char *in) {
    for (unsigned i = 0; i < RATE_BYTES; i++) {
        absorb_byte(A, i, in[i]);
    }
    keccak_f(A);
}

/*
 * The two ends of the padding are added one after the other, as they share a byte when the message
 * leaves a single one free.
 */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    lane A[25] = {0};
    unsigned rest;

    for (; inlen >= RATE_BYTES; inlen -= RATE_BYTES) {
        absorb_block(A, in);
        in += RATE_BYTES;
    }
    for (rest = 0; rest < inlen; rest++) {
        absorb_byte(A, rest, in[rest]);
    }
    absorb_byte(A, rest, PADDING_START);
    absorb_byte(A, RATE_BYTES - 1, 0x80);
    keccak_f(A);
    for (unsigned i = 0; i < crypto_hash_BYTES; i++) {
        out[i] = (unsigned char)(A[i / 8] >> 8 * (i % 8));
    }
    return 0;
}
