/* SPDX-License-Identifier: MIT */
/* Planes with AVX-512VL: rotations and functions of three planes are one instruction each. */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) TARGET

#include "sse.h"

#define XOR3(a, b, c) _mm_ternarylogic_epi32(a, b, c, 0x96)
#define CHI(a, b, c) _mm_ternarylogic_epi32(a, b, c, 0xd2)
#define ROTATE(a, n) _mm_rol_epi32(a, n)
