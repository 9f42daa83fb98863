/* SPDX-License-Identifier: MIT */
/*
 * The message expansion of Hamsi-512 for each value of each half of a byte of a block, 16 KiB,
 * computed from the generator by the compiler. Tables for whole bytes would be 128 KiB.
 *
 * Half a byte is two symbols. Symbol u times a pair of words (a, b) of the generator, a with the
 * coefficients of 1, b with those of w, is ONE(u, a, b) and OMEGA(u, a, b), since w^2 = w + 1.
 */
#include "generator.h"

#define BIT(v, n, word) ((v) >> (n)&1 ? (word) : 0)
#define ONE(v, n, a, b) (BIT(v, n, a) ^ BIT(v, (n) + 1, b))
#define OMEGA(v, n, a, b) (BIT(v, n, b) ^ BIT(v, (n) + 1, (a) ^ (b)))
#define WORD(part, v, pa, pb, qa, qb) part(v, 2, pa, pb) ^ part(v, 0, qa, qb)

/* The words of value v whose symbols have the rows p and q of the generator. */
#define WORDS_OF(v, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, pA, pB, pC, pD, pE, pF, q0, q1, q2,    \
                 q3, q4, q5, q6, q7, q8, q9, qA, qB, qC, qD, qE, qF)                               \
    {                                                                                              \
        WORD(ONE, v, p0, p8, q0, q8), WORD(ONE, v, p1, p9, q1, q9), WORD(ONE, v, p2, pA, q2, qA),  \
            WORD(ONE, v, p3, pB, q3, qB), WORD(ONE, v, p4, pC, q4, qC),                            \
            WORD(ONE, v, p5, pD, q5, qD), WORD(ONE, v, p6, pE, q6, qE),                            \
            WORD(ONE, v, p7, pF, q7, qF), WORD(OMEGA, v, p0, p8, q0, q8),                          \
            WORD(OMEGA, v, p1, p9, q1, q9), WORD(OMEGA, v, p2, pA, q2, qA),                        \
            WORD(OMEGA, v, p3, pB, q3, qB), WORD(OMEGA, v, p4, pC, q4, qC),                        \
            WORD(OMEGA, v, p5, pD, q5, qD), WORD(OMEGA, v, p6, pE, q6, qE),                        \
            WORD(OMEGA, v, p7, pF, q7, qF)                                                         \
    }

#define VALUES_1(v, ...) WORDS_OF(v, __VA_ARGS__)
#define VALUES_4(v, ...)                                                                           \
    VALUES_1(v, __VA_ARGS__), VALUES_1((v) + 1, __VA_ARGS__), VALUES_1((v) + 2, __VA_ARGS__),      \
        VALUES_1((v) + 3, __VA_ARGS__)
#define ALL_VALUES(...)                                                                            \
    {                                                                                              \
        VALUES_4(0, __VA_ARGS__), VALUES_4(4, __VA_ARGS__), VALUES_4(8, __VA_ARGS__),              \
            VALUES_4(12, __VA_ARGS__)                                                              \
    }

static const _Alignas(64) uint32_t expansion[16][16][16] = {
    ALL_VALUES(ROW_0, ROW_1),   ALL_VALUES(ROW_2, ROW_3),   ALL_VALUES(ROW_4, ROW_5),
    ALL_VALUES(ROW_6, ROW_7),   ALL_VALUES(ROW_8, ROW_9),   ALL_VALUES(ROW_10, ROW_11),
    ALL_VALUES(ROW_12, ROW_13), ALL_VALUES(ROW_14, ROW_15), ALL_VALUES(ROW_16, ROW_17),
    ALL_VALUES(ROW_18, ROW_19), ALL_VALUES(ROW_20, ROW_21), ALL_VALUES(ROW_22, ROW_23),
    ALL_VALUES(ROW_24, ROW_25), ALL_VALUES(ROW_26, ROW_27), ALL_VALUES(ROW_28, ROW_29),
    ALL_VALUES(ROW_30, ROW_31),
};
