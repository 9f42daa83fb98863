/* SPDX-License-Identifier: MIT */

/* Vectors of 4 and 8 words for rows.h and columns.h, with AVX2. */

#include <immintrin.h>

#define TARGET __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) TARGET
#define WIDEST 8

#include "loads.h"
#include "rotations.h"

INLINE lanes_8 rotate_16_8(lanes_8 x) {
    return (lanes_8)_mm256_shuffle_epi8((__m256i)x, _mm256_setr_epi8(BYTES_16, BYTES_16));
}

INLINE lanes_8 rotate_8_8(lanes_8 x) {
    return (lanes_8)_mm256_shuffle_epi8((__m256i)x, _mm256_setr_epi8(BYTES_8, BYTES_8));
}

ROTATIONS(8, lanes_8)
