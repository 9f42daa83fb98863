/* SPDX-License-Identifier: MIT */
/*
 * S0 of all elements, and S0 + S1 of those that need S1: a shuffle gives 0 at an index of 80 and
 * more, and the bytes of the constants are 80 where an element needs S0.
 *
 * Limit: the operations: for 32 pairs, 4 lookups, 2 for their indices, 3 sums, and 3 or 4 to take C
 * and D apart and to exchange D: 51 a round in the mean, 17 cycles at three a cycle, 11.2 per byte.
 * Of these, 19 are shuffles: 12.3 cycles per byte where one unit has them all, as on Haswell. Zen 4
 * needs 11.5.
 *
 * avx2-blendv chooses between S0 and S1 in another way. Rejected: vectors of 128 bits, which would
 * have 102 operations a round, where sse2 has 64. (Not tried.)
 */
#define S0_PLUS_S1(f)                                                                              \
    EACH_OF_16(f, 9 ^ 3, 0 ^ 12, 4 ^ 6, 11 ^ 13, 13 ^ 5, 12 ^ 7, 3 ^ 1, 15 ^ 9, 1 ^ 15, 10 ^ 2,    \
               2 ^ 0, 6 ^ 4, 7 ^ 11, 5 ^ 10, 8 ^ 14, 14 ^ 8)

static const unsigned char table[4][16] = {
    {S0(A_TO_D_AND_C)}, {S0(B_TO_D_AND_C)}, {S0_PLUS_S1(A_TO_D_AND_C)}, {S0_PLUS_S1(B_TO_D_AND_C)}};

#define XOR(a, b) _mm256_xor_si256(a, b)
#define LOOKUP(table, x) _mm256_shuffle_epi8(table, x)
#define S1_LOOKUP(table, x, c) LOOKUP(table, _mm256_or_si256(x, load(c)))
#define S_AND_L(v)                                                                                 \
    XOR(XOR(LOOKUP(S0_of_a, a##v), S1_LOOKUP(S1_of_a, a##v, constant + 32 * (v))),                 \
        XOR(LOOKUP(S0_of_b, b##v), S1_LOOKUP(S1_of_b, b##v, constant + 128 + 32 * (v))))
