/* SPDX-License-Identifier: MIT */
/*
 * P and Q by the tables of opt64, for 32-bit code with SSE2: a column is half a vector, and one
 * load takes a table's word whole.
 *
 * Technique: columns live in memory, and a byte of one is a load of its own, to a general register
 * for the address of the next load: no shifts, and no words of 64 bits in pairs of registers.
 * ShiftBytes is in the choice of the column that a byte is taken from. Tables are read at secret
 * indices: this is not constant-time code.
 *
 * Limit: the loads: two for each of 128 bytes in a round of P512 and Q512, 85 cycles at three a
 * cycle, 13.5 per byte. Zen 4 needs 18 with three operands, 25 with two.
 *
 * Rejected, with the time at 1536 bytes: opt64, of which compilers make 32-bit code that loads
 * halves of words and shifts for each byte (1.6, with two operands 1.4); P after Q (1.13);
 * columns that compilers may keep in vectors (1.1, with two operands 2.3).
 */
#include "tables.h"
#include <emmintrin.h>

#define TARGET __attribute__((target("sse2")))

typedef __m128i column;

#define XOR(a, b) _mm_xor_si128(a, b)

TARGET static inline column load_column(const void *p) {
    return _mm_loadl_epi64((const __m128i *)p);
}

/*
 * Compilers that see what is in memory put two columns in one vector, take bytes out of vectors or
 * make words of 32 bits of them. They are to forget it.
 */
TARGET static inline void store_column(void *p, column a) {
    _mm_storel_epi64((__m128i *)p, a);
#ifdef __GNUC__
    __asm__("" : "+m"(*(char(*)[8])p));
#endif
}

#define LOOKUP(a, j, shift, row)                                                                   \
    load_column(&table[row][(a)[8 * (((j) + (shift)) % COLUMNS) + (row)]])

/* Column j of MixBytes(ShiftBytes(SubBytes(a))). */
#define MIXED(a, j, s0, s1, s2, s3, s4, s5, s6, s7)                                                \
    XOR(XOR(XOR(LOOKUP(a, j, s0, 0), LOOKUP(a, j, s1, 1)),                                         \
            XOR(LOOKUP(a, j, s2, 2), LOOKUP(a, j, s3, 3))),                                        \
        XOR(XOR(LOOKUP(a, j, s4, 4), LOOKUP(a, j, s5, 5)),                                         \
            XOR(LOOKUP(a, j, s6, 6), LOOKUP(a, j, s7, 7))))

/* Of column j, without the round. */
#define P_CONSTANT(j) _mm_set_epi32(0, 0, 0, (j) << 4)
#define Q_CONSTANT(j) _mm_set_epi32(0, 0, ~((j) << 28), -1)

#define P_COLUMN(b, a, j)                                                                          \
    store_column((b) + 8 * (j),                                                                    \
                 XOR(XOR(round, P_CONSTANT(j)), MIXED(a, j, 0, 1, 2, 3, 4, 5, 6, LAST_SHIFT)))
#define Q_COLUMN(b, a, j)                                                                          \
    store_column((b) + 8 * (j),                                                                    \
                 XOR(XOR(round, Q_CONSTANT(j)), MIXED(a, j, 1, 3, 5, LAST_SHIFT, 0, 2, 4, 6)))
#define ADD_P(b, a, j)                                                                             \
    store_column((b) + 8 * (j), XOR(load_column((a) + 8 * (j)), XOR(round, P_CONSTANT(j))))
#define ADD_Q(b, a, j)                                                                             \
    store_column((b) + 8 * (j), XOR(load_column((a) + 8 * (j)), XOR(round, Q_CONSTANT(j))))

#define P_ROUND(r) _mm_cvtsi32_si128(r)
#define Q_ROUND(r) _mm_slli_epi64(_mm_cvtsi32_si128(r), 56)

/* A round of P or Q from a to b, with the constants that come before round r. */
#define STEP(N, b, a, r)                                                                           \
    do {                                                                                           \
        const column round = N##_ROUND(r);                                                         \
        EACH_COLUMN(N##_COLUMN, b, a);                                                             \
    } while (0)
#define ADD_CONSTANTS(N, a, r)                                                                     \
    do {                                                                                           \
        const column round = N##_ROUND(r);                                                         \
        EACH_COLUMN(ADD_##N, a, a);                                                                \
    } while (0)

TARGET static void P(unsigned char *a) {
    unsigned char b[BLOCK_BYTES];

    ADD_CONSTANTS(P, a, 0);
    for (int next = 1; next < ROUNDS; next += 2) {
        STEP(P, b, a, next);
        STEP(P, a, b, next + 1);
    }
    ADD_CONSTANTS(P, a, ROUNDS);
}

/* Round by round in turns, so that one has work while the other waits for its columns. */
TARGET static void P_and_Q(unsigned char *p, unsigned char *q) {
    unsigned char a[BLOCK_BYTES], b[BLOCK_BYTES];

    ADD_CONSTANTS(P, p, 0);
    ADD_CONSTANTS(Q, q, 0);
    for (int next = 1; next < ROUNDS; next += 2) {
        STEP(P, a, p, next);
        STEP(Q, b, q, next);
        STEP(P, p, a, next + 1);
        STEP(Q, q, b, next + 1);
    }
    ADD_CONSTANTS(P, p, ROUNDS);
    ADD_CONSTANTS(Q, q, ROUNDS);
}

/* h = P(h ^ m) ^ Q(m) ^ h, for each block m. */
TARGET static void compress(unsigned char h[BLOCK_BYTES], const unsigned char *in,
                            unsigned long long blocks) {
    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        unsigned char p[BLOCK_BYTES], q[BLOCK_BYTES];

        for (int i = 0; i < BLOCK_BYTES; i += 8) {
            store_column(q + i, load_column(in + i));
            store_column(p + i, XOR(load_column(in + i), load_column(h + i)));
        }
        P_and_Q(p, q);
        for (int i = 0; i < BLOCK_BYTES; i += 8)
            store_column(h + i,
                         XOR(load_column(h + i), XOR(load_column(p + i), load_column(q + i))));
    }
}

/* h = P(h) ^ h */
TARGET static void output_transformation(unsigned char h[BLOCK_BYTES]) {
    unsigned char p[BLOCK_BYTES];

    memcpy(p, h, sizeof p);
    P(p);
    for (int i = 0; i < BLOCK_BYTES; i += 8)
        store_column(h + i, XOR(load_column(h + i), load_column(p + i)));
}
