/* SPDX-License-Identifier: MIT */
/* The permutations of V_0 .. V_3, in vectors, and of V_4, in words. */

#define LAST_ROW(p0, p1, p2, p3, p4, q0, q1, q2, q3, q4)                                           \
    { ~p4, ~q4 }
static const uint32_t last_step_constants[STEPS][2] = {STEP_CONSTANTS(LAST_ROW)};

INLINE void permute(vector a[8], uint32_t b[8]) {
    uint32_t b0 = b[0], b1 = b[1], b2 = ~b[2], b3 = b[3];
    uint32_t b4 = rotate_left(b[4], 4), b5 = rotate_left(b[5], 4);
    uint32_t b6 = ~rotate_left(b[6], 4), b7 = rotate_left(b[7], 4);

    before_steps(a);
    for (int i = 0; i < STEPS; ++i) {
        step(a, i);
        STEP_OF_WORDS(b0, b1, b2, b3, b4, b5, b6, b7, last_step_constants[i]);
    }
    after_steps(a);
    b[0] = b0, b[1] = b1, b[2] = ~b2, b[3] = b3;
    b[4] = b4, b[5] = b5, b[6] = ~b6, b[7] = b7;
}
