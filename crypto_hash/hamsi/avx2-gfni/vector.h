/* SPDX-License-Identifier: MIT */
/*
 * Vectors of four words with AVX2, as in sse2, which tells of limits. expansion.h uses GFNI, so
 * both sizes are constant-time.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,gfni")))
#define INLINE TARGET static inline __attribute__((always_inline))

#include "operations.h"
