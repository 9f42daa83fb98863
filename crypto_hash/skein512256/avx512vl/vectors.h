/* SPDX-License-Identifier: MIT */

/*
 * What Threefish in vectors of four words needs, whatever its size, with the rotations of AVX-512.
 *
 * Rejected, with the time for long messages: two shifts and a ternary operation for a rotation and
 * an exclusive or, a cycle less in the chain, but one more operation for the two units that know
 * shifts (1.00 to 1.01, and 1.02 in each second round of Skein-1024).
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl")))

typedef __m256i vector;

#define XOR3(a, b, c) _mm256_ternarylogic_epi64(a, b, c, 0x96)
#define ROTATED_XOR(a, distances, b) XOR(_mm256_rolv_epi64(a, distances), b)

/* Words i, j, k, l of a, and those from 4 on of b. */
#define IN_ORDER_OF_TWO(a, b, i, j, k, l)                                                          \
    _mm256_permutex2var_epi64(a, _mm256_set_epi64x(l, k, j, i), b)

/* A word of the tweak, or the number of a subkey, at its place among zeros. */
#define AT(place, word) _mm256_maskz_set1_epi64(1 << (place), (long long)(word))

#include "vectors_of_four.h"
