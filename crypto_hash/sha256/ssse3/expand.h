/* SPDX-License-Identifier: MIT */

/* Four words of the schedule of SHA-256 with SSSE3.
 *
 * Technique: sigma1 of the last two words has each of them twice in 64 bits, so that a shift of
 * those is a rotation. The four words need sigma1 of two old words and of their own first two. */
#include "four_words.h"

/* Four words from the second one of a on. */
#define FROM_SECOND(a, b) _mm_alignr_epi8(b, a, 4)

/* The first of the small functions, of four words. */
TARGET static inline vector four_sigma0(vector x) {
    vector right = XOR(_mm_srli_epi32(x, 7), _mm_srli_epi32(x, 18));
    vector left = XOR(_mm_slli_epi32(x, 25), _mm_slli_epi32(x, 14));

    return XOR(XOR(right, left), _mm_srli_epi32(x, 3));
}

/* The second one, of words that are there twice: in each first place of two. */
TARGET static inline vector four_sigma1(vector twice) {
    return XOR(XOR(_mm_srli_epi64(twice, 17), _mm_srli_epi64(twice, 19)),
               _mm_srli_epi32(twice, 10));
}

/* The four words after the sixteen. */
TARGET static inline vector expand(vector x0, vector x1, vector x2, vector x3) {
    const vector to_first = _mm_set_epi32(-1, -1, 0x0b0a0908, 0x03020100);
    const vector to_last = _mm_set_epi32(0x0b0a0908, 0x03020100, -1, -1);

    x0 = ADD(ADD(x0, four_sigma0(FROM_SECOND(x0, x1))), FROM_SECOND(x2, x3));
    x0 = ADD(x0, _mm_shuffle_epi8(four_sigma1(_mm_shuffle_epi32(x3, 0xfa)), to_first));
    return ADD(x0, _mm_shuffle_epi8(four_sigma1(_mm_shuffle_epi32(x0, 0x50)), to_last));
}
