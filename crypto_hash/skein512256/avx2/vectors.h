/* SPDX-License-Identifier: MIT */

/*
 * What Threefish in vectors of four words needs, whatever its size, with AVX2: two shifts by
 * distances of their own for a rotation. With the exclusive or that makes 3 cycles, and two
 * operations more than AVX-512 has, one of them for the units that know shifts and shuffles.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))

typedef __m256i vector;

#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define ROTATED_XOR(a, distances, b)                                                               \
    XOR3(_mm256_sllv_epi64(a, distances), b,                                                       \
         _mm256_srlv_epi64(a, _mm256_sub_epi64(_mm256_set1_epi64x(64), distances)))

/* Words i, j, k, l of a, and those from 4 on of b. */
#define IN_ORDER_OF_TWO(a, b, i, j, k, l)                                                          \
    _mm256_blend_epi32(IN_ORDER(a, (i)&3, (j)&3, (k)&3, (l)&3),                                    \
                       IN_ORDER(b, (i)&3, (j)&3, (k)&3, (l)&3),                                    \
                       (i) / 4 * 3 | (j) / 4 * 0xc | (k) / 4 * 0x30 | (l) / 4 * 0xc0)

/* A word of the tweak, or the number of a subkey, at its place among zeros. */
#define AT(place, word)                                                                            \
    _mm256_blend_epi32(_mm256_setzero_si256(), _mm256_set1_epi64x((long long)(word)),              \
                       3 << 2 * (place))

#include "vectors_of_four.h"
