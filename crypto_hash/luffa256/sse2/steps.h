/* SPDX-License-Identifier: MIT */
/*
 * The steps with logic of two operands. vector.h has the operations.
 *
 * Technique: words a2 and a6 are complemented from the beginning of the first step to the end of
 * the last, and no other operation needs a complement: with x2 complemented in the first group and
 * x1 in the second, SubCrumb takes 13 operations, of which some are and-not. Complements go through
 * MixWord; those that it brings to a0 and a4 are in the constants.
 */

#define STEP_ROW(p0, p1, p2, p3, p4, q0, q1, q2, q3, q4)                                           \
    { FIRST_SUBSTATES(~p0, ~p1, ~p2, ~p3, ~p4), FIRST_SUBSTATES(~q0, ~q1, ~q2, ~q3, ~q4) }
static const _Alignas(32) uint32_t step_constants[STEPS][2][LANES] = {STEP_CONSTANTS(STEP_ROW)};

/* Of a0, a1, a2, a3: a2 is complemented; the results for a0 and a2 are. */
#define SUB_CRUMB_LEFT(x0, x1, x2, x3)                                                             \
    do {                                                                                           \
        vector g = XOR(OR(x0, x1), x3), q = AND(x0, x3);                                           \
        vector not_p = XOR(x2, x3), not_r = XOR(x1, q), not_s = XOR(q, not_p);                     \
        vector not_v = XOR(AND_NOT(g, not_p), not_r), not_t = AND(not_r, not_s);                   \
        x2 = OR(not_v, not_t);                                                                     \
        x0 = XOR(x0, not_t);                                                                       \
        x1 = XOR(g, not_t);                                                                        \
        x3 = XOR(not_s, not_v);                                                                    \
    } while (0)

/* Of a5, a6, a7, a4: a6 is complemented; no result is. */
#define SUB_CRUMB_RIGHT(x0, x1, x2, x3)                                                            \
    do {                                                                                           \
        vector not_g = XOR(AND_NOT(x1, x0), x3), q = AND(x0, x3);                                  \
        vector p = XOR(x2, x3), r = XOR(x1, q), s = XOR(q, p);                                     \
        vector v = XOR(AND_NOT(p, not_g), r), t = OR(r, s);                                        \
        x2 = AND(v, t);                                                                            \
        x0 = XOR(x0, t);                                                                           \
        x1 = XOR(not_g, t);                                                                        \
        x3 = XOR(s, v);                                                                            \
    } while (0)

#define MIX_WORD(u, v)                                                                             \
    do {                                                                                           \
        v = XOR(v, u);                                                                             \
        u = XOR_ROTATED(v, u, 2);                                                                  \
        v = XOR_ROTATED(u, v, 14);                                                                 \
        u = XOR_ROTATED(v, u, 10);                                                                 \
        v = ROTATED_BY_1(v);                                                                       \
    } while (0)

INLINE void before_steps(vector a[8]) {
    a[2] = XOR(a[2], ALL_ONES);
    a[4] = TWEAKED(a[4]);
    a[5] = TWEAKED(a[5]);
    a[6] = XOR(TWEAKED(a[6]), ALL_ONES);
    a[7] = TWEAKED(a[7]);
}

INLINE void step(vector a[8], int i) {
    SUB_CRUMB_LEFT(a[0], a[1], a[2], a[3]);
    SUB_CRUMB_RIGHT(a[5], a[6], a[7], a[4]);
    MIX_WORD(a[0], a[4]);
    MIX_WORD(a[1], a[5]);
    MIX_WORD(a[2], a[6]);
    MIX_WORD(a[3], a[7]);
    a[0] = XOR(a[0], LOAD(step_constants[i][0]));
    a[4] = XOR(a[4], LOAD(step_constants[i][1]));
}

INLINE void after_steps(vector a[8]) {
    a[2] = XOR(a[2], ALL_ONES);
    a[6] = XOR(a[6], ALL_ONES);
}

#include "permute.h"
