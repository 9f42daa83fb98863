/* SPDX-License-Identifier: MIT */

/* Vectors of 4 words for rows.h and columns.h, with SSSE3. */

#include <immintrin.h>

#define TARGET __attribute__((target("ssse3")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define WIDEST 4

#include "loads.h"
#include "rotations.h"
