/* SPDX-License-Identifier: MIT */
/*
 * P and Q by tables that join SubBytes and MixBytes: table i holds what a byte of row i adds to
 * its column, 8 tables of 256 words, 16 KiB, which a level-1 cache of 32 KiB keeps.
 *
 * Technique: row 0 is the least significant byte of a column, so that little-endian machines load
 * and store columns as they are. ShiftBytes is in the choice of the column that a byte is taken
 * from, fixed for each place, and so is the rest of AddRoundConstant: j << 4 for column j.
 * Tables are read at secret indices: this is not constant-time code.
 *
 * Limit: the loads and the bytes' extraction. A column takes 8 lookups, and about 24 operations:
 * 8 bytes moved, 7 shifts, 7 exclusive ors with a word from memory: 128 columns' bytes make about
 * 90 cycles a round of P512 and Q512 at four operations a cycle, 14 per byte.
 *
 * Rejected: one table and a rotation for each row: 7 operations more for each column, and 2 KiB
 * instead of 16. Tables of 32-bit words for 32-bit machines: compilers make the same loads of the
 * halves of these.
 */

#include "tables.h"

static inline uint64_t little_endian(uint64_t column) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return column;
#else
    uint64_t turned = 0;
    for (int i = 0; i < 8; ++i, column >>= 8)
        turned = turned << 8 | (column & 0xff);
    return turned;
#endif
}

static inline uint64_t load_column(const unsigned char *bytes) {
    uint64_t column;
    memcpy(&column, bytes, sizeof column);
    return little_endian(column);
}

static inline void store_column(unsigned char *bytes, uint64_t column) {
    column = little_endian(column);
    memcpy(bytes, &column, sizeof column);
}

#define LOOKUP(a, j, shift, row)                                                                   \
    table[row][(unsigned char)(a[((j) + (shift)) % COLUMNS] >> 8 * (row))]

/* Column j of MixBytes(ShiftBytes(SubBytes(a))). */
#define MIXED(a, j, s0, s1, s2, s3, s4, s5, s6, s7)                                                \
    (LOOKUP(a, j, s0, 0) ^ LOOKUP(a, j, s1, 1) ^ LOOKUP(a, j, s2, 2) ^ LOOKUP(a, j, s3, 3) ^       \
     LOOKUP(a, j, s4, 4) ^ LOOKUP(a, j, s5, 5) ^ LOOKUP(a, j, s6, 6) ^ LOOKUP(a, j, s7, 7))

#define P_CONSTANT(j, round) ((uint64_t)((j) << 4) ^ (round))
#define Q_CONSTANT(j, round) ~(((uint64_t)((j) << 4) ^ (round)) << 56)
#define P_COLUMN(b, a, j) b[j] = MIXED(a, j, 0, 1, 2, 3, 4, 5, 6, LAST_SHIFT) ^ P_CONSTANT(j, next)
#define Q_COLUMN(b, a, j) b[j] = MIXED(a, j, 1, 3, 5, LAST_SHIFT, 0, 2, 4, 6) ^ Q_CONSTANT(j, next)

/* The constants of the next round are added at the end of a round, and after the last one again. */
#define PERMUTATION(P, CONSTANT, COLUMN)                                                           \
    static void P(uint64_t a[COLUMNS]) {                                                           \
        uint64_t b[COLUMNS];                                                                       \
                                                                                                   \
        for (unsigned j = 0; j < COLUMNS; ++j)                                                     \
            a[j] ^= CONSTANT(j, 0);                                                                \
        for (uint64_t next = 1; next < ROUNDS; next += 2) {                                        \
            EACH_COLUMN(COLUMN, b, a);                                                             \
            ++next;                                                                                \
            EACH_COLUMN(COLUMN, a, b);                                                             \
            --next;                                                                                \
        }                                                                                          \
        for (unsigned j = 0; j < COLUMNS; ++j)                                                     \
            a[j] ^= CONSTANT(j, ROUNDS);                                                           \
    }

PERMUTATION(P, P_CONSTANT, P_COLUMN)
PERMUTATION(Q, Q_CONSTANT, Q_COLUMN)

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                     unsigned long long blocks) {
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        uint64_t p[COLUMNS], q[COLUMNS];

        for (unsigned j = 0; j < COLUMNS; ++j) {
            q[j] = load_column(in + 8 * j);
            p[j] = q[j] ^ load_column(h + 8 * j);
        }
        P(p);
        Q(q);
        for (unsigned j = 0; j < COLUMNS; ++j)
            store_column(h + 8 * j, load_column(h + 8 * j) ^ p[j] ^ q[j]);
    }
}

/* h = P(h) ^ h */
static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    uint64_t p[COLUMNS];

    for (unsigned j = 0; j < COLUMNS; ++j)
        p[j] = load_column(h + 8 * j);
    P(p);
    for (unsigned j = 0; j < COLUMNS; ++j)
        store_column(h + 8 * j, load_column(h + 8 * j) ^ p[j]);
}
