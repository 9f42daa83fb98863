/* SPDX-License-Identifier: MIT */
/*
 * Xoodyak in hash mode with 32 bytes of output.
 *
 * Source: J. Daemen, S. Hoffert, S. Mella, M. Peeters, G. Van Assche, R. Van Keer, "Xoodyak, a
 * lightweight cryptographic scheme", submission to the NIST lightweight cryptography project, final
 * round, 2021: algorithm 1 (Xoodoo), algorithms 2 and 3 (Cyclist in hash mode).
 *
 * Technique: A[y][x] is the lane x of the plane y, a word of 32 bits whose bit z is the bit (x, y,
 * z) of the state. Message bytes enter lanes by shifts, which makes alignment and byte order of the
 * processor immaterial.
 *
 * Bound: rotate_left gets distances in 1..31 only, so both of its shifts are below 32. The digest
 * is written after the last byte of in was read: out may be in.
 */
#include "crypto_hash.h"
#include <stdint.h>

enum { PLANES = 3, LANES = 4, ROUNDS = 12, RATE_BYTES = 16, STATE_BYTES = 48 };

typedef uint32_t plane[LANES];

static uint32_t rotate_left(uint32_t lane, int n) { return lane << n | lane >> (32 - n); }

static void theta(plane A[PLANES]) {
    plane P, E;

    for (int x = 0; x < LANES; ++x)
        P[x] = A[0][x] ^ A[1][x] ^ A[2][x];
    for (int x = 0; x < LANES; ++x)
        E[(x + 1) % LANES] = rotate_left(P[x], 5) ^ rotate_left(P[x], 14);
    for (int y = 0; y < PLANES; ++y)
        for (int x = 0; x < LANES; ++x)
            A[y][x] ^= E[x];
}

static void rho_west(plane A[PLANES]) {
    const uint32_t last = A[1][LANES - 1];

    for (int x = LANES - 1; x > 0; --x)
        A[1][x] = A[1][x - 1];
    A[1][0] = last;
    for (int x = 0; x < LANES; ++x)
        A[2][x] = rotate_left(A[2][x], 11);
}

static void iota(plane A[PLANES], int round) {
    static const uint32_t C[ROUNDS] = {0x058, 0x038, 0x3c0, 0x0d0, 0x120, 0x014,
                                       0x060, 0x02c, 0x380, 0x0f0, 0x1a0, 0x012};

    A[0][0] ^= C[round];
}

static void chi(plane A[PLANES]) {
    for (int x = 0; x < LANES; ++x) {
        const uint32_t a0 = A[0][x], a1 = A[1][x], a2 = A[2][x];

        A[0][x] = a0 ^ (~a1 & a2);
        A[1][x] = a1 ^ (~a2 & a0);
        A[2][x] = a2 ^ (~a0 & a1);
    }
}

static void rho_east(plane A[PLANES]) {
    for (int x = 0; x < LANES; ++x)
        A[1][x] = rotate_left(A[1][x], 1);
    for (int x = 0; x < LANES / 2; ++x) {
        const uint32_t lane = rotate_left(A[2][x], 8);

        A[2][x] = rotate_left(A[2][x + 2], 8);
        A[2][x + 2] = lane;
    }
}

static void Xoodoo(plane A[PLANES]) {
    for (int round = 0; round < ROUNDS; ++round) {
        theta(A);
        rho_west(A);
        iota(A, round);
        chi(A);
        rho_east(A);
    }
}

static void add_byte(plane A[PLANES], unsigned i, unsigned char byte) {
    A[i / 16][i / 4 % LANES] ^= (uint32_t)byte << 8 * (i % 4);
}

/* Down: a block, the byte 01 behind it, and the domain separator c in the last byte. */
static void Down(plane A[PLANES], const unsigned char *block, unsigned length, unsigned char c) {
    for (unsigned i = 0; i < length; ++i)
        add_byte(A, i, block[i]);
    add_byte(A, length, 0x01);
    add_byte(A, STATE_BYTES - 1, c);
}

/* Up: in hash mode without a domain separator. */
static void Up(unsigned char *out, unsigned length, plane A[PLANES]) {
    Xoodoo(A);
    for (unsigned i = 0; i < length; ++i)
        out[i] = (unsigned char)(A[0][i / 4] >> 8 * (i % 4));
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    plane A[PLANES] = {{0}};
    unsigned char c = 0x01;

    /* A message of whole blocks has no empty block behind it, unless it is empty. */
    for (; inlen > RATE_BYTES; inlen -= RATE_BYTES, in += RATE_BYTES) {
        Down(A, in, RATE_BYTES, c);
        Up(out, 0, A);
        c = 0x00;
    }
    Down(A, in, (unsigned)inlen, c);
    Up(out, RATE_BYTES, A);
    Down(A, in, 0, 0x00);
    Up(out + RATE_BYTES, RATE_BYTES, A);
    return 0;
}
