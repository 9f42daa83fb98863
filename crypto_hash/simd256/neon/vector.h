/* SPDX-License-Identifier: MIT */
/*
 * Vectors of 128 bits with NEON, on 64-bit ARM.
 *
 * Limit: operations, 790 for a block of SIMD-256 and 1660 of SIMD-512 as GCC compiles them, without
 * moves: 3.1 and 3.3 cycles per byte with four units for vectors, 6.2 and 6.5 with two. The chain
 * of the steps has 180: selection, addition, two shifts, addition. Not timed.
 */
#include <arm_neon.h>

#define TARGET

enum { LANES = 1 };

typedef int16x8_t vector;

#define EACH_LANE(a, b, c, d, e, f, g, h)                                                          \
    { a, b, c, d, e, f, g, h }

#define load(p) vld1q_s16(p)
#define store(p, a) vst1q_s16((int16_t *)(void *)(p), a)
#define all(x) vdupq_n_s16(x)
#define add(a, b) vaddq_s16(a, b)
#define subtract(a, b) vsubq_s16(a, b)
#define shift_left(a, n) vshlq_n_s16(a, n)
#define multiply_low(a, b) vmulq_s16(a, b)

/* f of both, as vectors of words or of doublewords. */
#define AS_32(f, a, b) vreinterpretq_s16_s32(f(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)))
#define AS_64(f, a, b) vreinterpretq_s16_s64(f(vreinterpretq_s64_s16(a), vreinterpretq_s64_s16(b)))
#define low_16(a, b) vzip1q_s16(a, b)
#define high_16(a, b) vzip2q_s16(a, b)
#define low_32(a, b) AS_32(vzip1q_s32, a, b)
#define high_32(a, b) AS_32(vzip2q_s32, a, b)
#define low_64(a, b) AS_64(vzip1q_s64, a, b)
#define high_64(a, b) AS_64(vzip2q_s64, a, b)
#define pack_low_halves(a, b) vtrn1q_s16(a, b)
#define pack_high_halves(a, b) vtrn2q_s16(a, b)

/* 16 bytes for each lane. */
#define load_lanes(p, offset) vreinterpretq_s16_u8(vld1q_u8((p)[0] + (offset)))
#define store_lanes(p, distance, a) store(p, a)
#define numbers(bytes, half)                                                                       \
    vreinterpretq_s16_u16((half) ? vmovl_high_u8(vreinterpretq_u8_s16(bytes))                      \
                                 : vmovl_u8(vget_low_u8(vreinterpretq_u8_s16(bytes))))

#include "modulo257.h"
