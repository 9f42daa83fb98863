/* SPDX-License-Identifier: MIT */
/*
 * Vectors of 128 bits with SSE2 alone.
 *
 * Limit: the chain of the steps. IF has an and, an exclusive or, an addition, a shift and two
 * additions on it, MAJ one less: 200 operations for a block. They take 3.1 cycles per byte of
 * SIMD-256 and 1.6 of SIMD-512, or twice that on Zen 5, where an operation in vectors takes two
 * cycles. All operations but moves are 900 and 1850: 3.5 and 3.6 cycles per byte at four a cycle.
 * Zen 5 takes 6.1 for SIMD-256, which is the chain; and 3.7 for SIMD-512, 97 % of what the number
 * of operations allows. On x86 eight registers do not hold a row of two vectors four times: 4.9.
 */
#include <emmintrin.h>

#define TARGET __attribute__((target("sse2")))

enum { LANES = 1 };

typedef __m128i vector;

#define EACH_LANE(a, b, c, d, e, f, g, h)                                                          \
    { a, b, c, d, e, f, g, h }

#define load(p) _mm_load_si128((const __m128i *)(const void *)(p))
#define store(p, a) _mm_store_si128((__m128i *)(void *)(p), a)
#define all(x) _mm_set1_epi16(x)
#define add(a, b) _mm_add_epi16(a, b)
#define subtract(a, b) _mm_sub_epi16(a, b)
#define shift_left(a, n) _mm_slli_epi16(a, n)
#define shift_right(a, n) _mm_srai_epi16(a, n)
#define and2(a, b) _mm_and_si128(a, b)
#define multiply_low(a, b) _mm_mullo_epi16(a, b)
#define multiply_high(a, b) _mm_mulhi_epi16(a, b)
#define low_16(a, b) _mm_unpacklo_epi16(a, b)
#define high_16(a, b) _mm_unpackhi_epi16(a, b)
#define low_32(a, b) _mm_unpacklo_epi32(a, b)
#define high_32(a, b) _mm_unpackhi_epi32(a, b)
#define low_64(a, b) _mm_unpacklo_epi64(a, b)
#define high_64(a, b) _mm_unpackhi_epi64(a, b)
#define low_bytes(a) _mm_unpacklo_epi8(a, _mm_setzero_si128())
#define high_bytes(a) _mm_unpackhi_epi8(a, _mm_setzero_si128())
#define pack_low_halves(a, b)                                                                      \
    _mm_or_si128(_mm_and_si128(a, _mm_set1_epi32(0xffff)), _mm_slli_epi32(b, 16))
#define pack_high_halves(a, b)                                                                     \
    _mm_or_si128(_mm_srli_epi32(a, 16), _mm_andnot_si128(_mm_set1_epi32(0xffff), b))

/* 16 bytes for each lane. */
#define load_lanes(p, offset) _mm_loadu_si128((const __m128i *)(const void *)((p)[0] + (offset)))
#define store_lanes(p, distance, a) store(p, a)
#define numbers(bytes, half) ((half) ? high_bytes(bytes) : low_bytes(bytes))

#include "modulo257.h"
