/* SPDX-License-Identifier: MIT */

/* Four words of the schedule of SHA-256 with NEON.
 *
 * Technique: the four words need sigma1 of two old words and of their own first two. Zeros are in
 * the place of the other two, and sigma1 of zero is zero. */
#include "four_words.h"

static inline vector four_sigma0(vector x) {
    return XOR(XOR(ROTATED_RIGHT(x, 7), ROTATED_RIGHT(x, 18)), vshrq_n_u32(x, 3));
}

static inline vector four_sigma1(vector x) {
    return XOR(XOR(ROTATED_RIGHT(x, 17), ROTATED_RIGHT(x, 19)), vshrq_n_u32(x, 10));
}

/* The four words after the sixteen. */
static inline vector expand(vector x0, vector x1, vector x2, vector x3) {
    const vector zero = vdupq_n_u32(0);

    x0 = ADD(ADD(x0, four_sigma0(vextq_u32(x0, x1, 1))), vextq_u32(x2, x3, 1));
    x0 = ADD(x0, four_sigma1(vextq_u32(x3, zero, 2)));
    return ADD(x0, four_sigma1(vextq_u32(zero, x0, 2)));
}
