/* SPDX-License-Identifier: MIT */
/*
 * Vectors of four words with AVX2; round.h has those of eight. The expansion is by tables, so this
 * is not constant-time.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE TARGET static inline __attribute__((always_inline))

#include "operations.h"
