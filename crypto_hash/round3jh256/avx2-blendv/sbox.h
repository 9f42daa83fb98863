/* SPDX-License-Identifier: MIT */
/*
 * S0 and S1 of all elements, of which VPBLENDVB takes S0 where bit 7 of the constant's byte is set.
 *
 * Limit: the operations: for 32 pairs, 4 lookups, 2 blends, a sum, and 3 or 4 to take C and D apart
 * and to exchange D: 43 a round in the mean, 10.8 cycles at four a cycle, 7.1 per byte. Zen 4 needs
 * 10.3, 0.89 of the time of avx2. For Zen 2 llvm-mca has 0.81 to 0.86 of it, for Skylake 1.05, and
 * for Haswell 1.8: Intel's processors make two or three operations of a blend.
 */
static const unsigned char table[4][16] = {
    {S0(A_TO_D_AND_C)}, {S0(B_TO_D_AND_C)}, {S1(A_TO_D_AND_C)}, {S1(B_TO_D_AND_C)}};

#define LOOKUP(table, x) _mm256_shuffle_epi8(table, x)
#define CHOSEN(of, x, c) _mm256_blendv_epi8(LOOKUP(S1_##of, x), LOOKUP(S0_##of, x), load(c))
#define S_AND_L(v)                                                                                 \
    _mm256_xor_si256(CHOSEN(of_a, a##v, constant + 32 * (v)),                                      \
                     CHOSEN(of_b, b##v, constant + 128 + 32 * (v)))
