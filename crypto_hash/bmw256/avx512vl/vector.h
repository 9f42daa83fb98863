/* SPDX-License-Identifier: MIT */
/* Vectors of eight words of 32 bits, and the distances of BMW-256. */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,avx512f,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) TARGET

#include "words.h"

#define XOR3(a, b, c) _mm256_ternarylogic_epi32(a, b, c, 0x96)
#define ROTATE(x, n) _mm256_rol_epi32(x, n)
#define ROTATE_BY(x, n) _mm256_rolv_epi32(x, n)

/* Eight words from a[n] on, where b follows a. */
#define WINDOW(a, b, n) _mm256_alignr_epi32(b, a, n)
#define ONLY_LANE(x, lane) _mm256_maskz_mov_epi32(1 << (lane), x)
