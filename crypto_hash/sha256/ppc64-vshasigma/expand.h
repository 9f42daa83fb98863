/* SPDX-License-Identifier: MIT */

/* Four words of the schedule of SHA-256 with the instruction VSHASIGMAW of POWER8 (Power ISA 2.07,
 * Vector.SHA256), which computes a sigma of four words.
 *
 * Technique: the four words need sigma1 of two old words and of their own first two. Zeros are in
 * the place of the other two, and sigma1 of zero is zero. */
#include "four_words.h"

#ifdef __clang__
#define SIGMA(x, which) __builtin_altivec_crypto_vshasigmaw(x, 0, which)
#else
#define SIGMA(x, which) __builtin_crypto_vshasigmaw(x, 0, which)
#endif

/* sigma0 or sigma1 for all four words. */
enum { ALL_SIGMA0 = 0, ALL_SIGMA1 = 15 };

/* The four words after the sixteen. */
TARGET static inline vector expand(vector x0, vector x1, vector x2, vector x3) {
    const __vector unsigned char from_second = {4,  5,  6,  7,  8,  9,  10, 11,
                                                12, 13, 14, 15, 16, 17, 18, 19};
    const __vector unsigned char from_third = {8,  9,  10, 11, 12, 13, 14, 15,
                                               16, 17, 18, 19, 20, 21, 22, 23};
    const vector zero = {0, 0, 0, 0};

    x0 += SIGMA(vec_perm(x0, x1, from_second), ALL_SIGMA0) + vec_perm(x2, x3, from_second);
    x0 += SIGMA(vec_perm(x3, zero, from_third), ALL_SIGMA1);
    return x0 + SIGMA(vec_perm(zero, x0, from_third), ALL_SIGMA1);
}
