/* SPDX-License-Identifier: MIT */
/* Keccak on words: FIPS 202, and the submission to the SHA-3 competition. Capacity, rounds
 * and the first byte of the padding come from parameters.h.
 *
 * Technique: plane by plane and in place. Pi makes row y of the new state of one word from each of
 * the five old rows, and the new row goes to the places of these words, so there is no second
 * state. After i rounds, word (x, y) is in the place of (x, a x + b y mod 5), where (a, b) is
 * (0, 1), (1, 2), (3, 4), (2, 3) for i mod 4 = 0, 1, 2, 3. With operations of three inputs theta
 * adds the two parities to each word at once, and their sum is never made.
 *
 * Bound: a round has 10 operations for the parities, 5 rotations of these, 25 exclusive ors of
 * three, 24 rotations, 25 operations for chi and 1 for iota. 24 x 90 + 17 for the message = 2177
 * for 136 bytes at two a cycle in 8 lanes are 1.00 cycles/byte.
 *
 * Rejected, by count: the sum of two parities made for each column (it is made where there are only
 * operations of two inputs): five values less in registers, but five operations more.
 */
enum { RATE_BYTES = (1600 - CAPACITY_BITS) / 8, RATE_WORDS = RATE_BYTES / 8 };

CONSTANT uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

#define PLACE(x, y) A[(x) % 5 + 5 * ((a * ((x) % 5) + b * (y)) % 5)]

#define PARITY(x) XOR3(XOR3(A[x], A[(x) + 5], A[(x) + 10]), A[(x) + 15], A[(x) + 20])

#ifdef ternary
#define THETA(place, x) XOR3(place, C[((x) + 4) % 5], turned[((x) + 1) % 5])
#else
#define THETA(place, x) ((place) ^ D[(x) % 5])
#endif

/* The word that comes to (x, y), before its rotation. */
#define MOVED(x, y) THETA(PLACE((x) + 3 * (y), x), (x) + 3 * (y))

/* Of row y; B0 comes rotated, so that one of the 25 rotations, by 0, is left out. */
#define ROW(y, b0, n1, n2, n3, n4)                                                                 \
    do {                                                                                           \
        const word B0 = b0, B1 = ROTL(MOVED(1, y), n1), B2 = ROTL(MOVED(2, y), n2),                \
                   B3 = ROTL(MOVED(3, y), n3), B4 = ROTL(MOVED(4, y), n4);                         \
        PLACE(0, 2 * y) = XOR_ANDN(B0, B1, B2);                                                    \
        PLACE(1, 1 + 2 * y) = XOR_ANDN(B1, B2, B3);                                                \
        PLACE(2, 2 + 2 * y) = XOR_ANDN(B2, B3, B4);                                                \
        PLACE(3, 3 + 2 * y) = XOR_ANDN(B3, B4, B0);                                                \
        PLACE(4, 4 + 2 * y) = XOR_ANDN(B4, B0, B1);                                                \
    } while (0)

INLINE void keccak_round(word A[25], const int a, const int b, const uint64_t added) {
    const word C[5] = {PARITY(0), PARITY(1), PARITY(2), PARITY(3), PARITY(4)};
    const word turned[5] = {ROTL(C[0], 1), ROTL(C[1], 1), ROTL(C[2], 1), ROTL(C[3], 1),
                            ROTL(C[4], 1)};
#ifndef ternary
    const word D[5] = {C[4] ^ turned[1], C[0] ^ turned[2], C[1] ^ turned[3], C[2] ^ turned[4],
                       C[3] ^ turned[0]};
#endif

    ROW(0, MOVED(0, 0), 44, 43, 21, 14);
    A[0] ^= ALL(added);
    ROW(1, ROTL(MOVED(0, 1), 28), 20, 3, 45, 61);
    ROW(2, ROTL(MOVED(0, 2), 1), 6, 25, 8, 18);
    ROW(3, ROTL(MOVED(0, 3), 27), 36, 10, 15, 56);
    ROW(4, ROTL(MOVED(0, 4), 62), 55, 39, 41, 2);
}

INLINE void permute(word A[25]) {
    for (int i = 24 - ROUNDS; i < 24; i += 4) {
        keccak_round(A, 0, 1, constants[i]);
        keccak_round(A, 1, 2, constants[i + 1]);
        keccak_round(A, 3, 4, constants[i + 2]);
        keccak_round(A, 2, 3, constants[i + 3]);
    }
}
