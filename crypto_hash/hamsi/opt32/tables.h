/* SPDX-License-Identifier: MIT */
/*
 * The message expansion of Hamsi-256 for each value of each byte of a block, 32 KiB, computed from
 * the generator by the compiler.
 *
 * A byte is four symbols. Symbol u times a pair of words (a, b) of the generator, a with the
 * coefficients of 1, b with those of w, is ONE(u, a, b) and OMEGA(u, a, b), since w^2 = w + 1.
 */
#include "generator.h"

#define BIT(v, n, word) ((v) >> (n)&1 ? (word) : 0)
#define ONE(v, n, a, b) (BIT(v, n, a) ^ BIT(v, (n) + 1, b))
#define OMEGA(v, n, a, b) (BIT(v, n, b) ^ BIT(v, (n) + 1, (a) ^ (b)))
#define WORD(part, v, pa, pb, qa, qb, ra, rb, sa, sb)                                              \
    part(v, 6, pa, pb) ^ part(v, 4, qa, qb) ^ part(v, 2, ra, rb) ^ part(v, 0, sa, sb)

/* The words of byte v that has the rows p, q, r, s of the generator. */
#define WORDS_OF(v, p0, p1, p2, p3, p4, p5, p6, p7, q0, q1, q2, q3, q4, q5, q6, q7, r0, r1, r2,    \
                 r3, r4, r5, r6, r7, s0, s1, s2, s3, s4, s5, s6, s7)                               \
    {                                                                                              \
        WORD(ONE, v, p0, p4, q0, q4, r0, r4, s0, s4),                                              \
            WORD(ONE, v, p1, p5, q1, q5, r1, r5, s1, s5),                                          \
            WORD(ONE, v, p2, p6, q2, q6, r2, r6, s2, s6),                                          \
            WORD(ONE, v, p3, p7, q3, q7, r3, r7, s3, s7),                                          \
            WORD(OMEGA, v, p0, p4, q0, q4, r0, r4, s0, s4),                                        \
            WORD(OMEGA, v, p1, p5, q1, q5, r1, r5, s1, s5),                                        \
            WORD(OMEGA, v, p2, p6, q2, q6, r2, r6, s2, s6),                                        \
            WORD(OMEGA, v, p3, p7, q3, q7, r3, r7, s3, s7)                                         \
    }

#define VALUES_1(v, ...) WORDS_OF(v, __VA_ARGS__)
#define VALUES_4(v, ...)                                                                           \
    VALUES_1(v, __VA_ARGS__), VALUES_1((v) + 1, __VA_ARGS__), VALUES_1((v) + 2, __VA_ARGS__),      \
        VALUES_1((v) + 3, __VA_ARGS__)
#define VALUES_16(v, ...)                                                                          \
    VALUES_4(v, __VA_ARGS__), VALUES_4((v) + 4, __VA_ARGS__), VALUES_4((v) + 8, __VA_ARGS__),      \
        VALUES_4((v) + 12, __VA_ARGS__)
#define VALUES_64(v, ...)                                                                          \
    VALUES_16(v, __VA_ARGS__), VALUES_16((v) + 16, __VA_ARGS__), VALUES_16((v) + 32, __VA_ARGS__), \
        VALUES_16((v) + 48, __VA_ARGS__)
#define ALL_VALUES(...)                                                                            \
    {                                                                                              \
        VALUES_64(0, __VA_ARGS__), VALUES_64(64, __VA_ARGS__), VALUES_64(128, __VA_ARGS__),        \
            VALUES_64(192, __VA_ARGS__)                                                            \
    }

static const _Alignas(64) uint32_t expansion[4][256][8] = {
    ALL_VALUES(ROW_0, ROW_1, ROW_2, ROW_3),
    ALL_VALUES(ROW_4, ROW_5, ROW_6, ROW_7),
    ALL_VALUES(ROW_8, ROW_9, ROW_10, ROW_11),
    ALL_VALUES(ROW_12, ROW_13, ROW_14, ROW_15),
};
