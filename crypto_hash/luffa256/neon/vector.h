/* SPDX-License-Identifier: MIT */
/*
 * Vectors of four sub-states with NEON, on 64-bit ARM.
 *
 * Limit: the operations: a rotation is two, a shift and one that inserts what it shifts. A step has
 * 26 for SubCrumb, 48 for MixWord and 2 for the constants, 76, and a block about 670: 5.2
 * cycles/byte with four vector units, 10.5 with two.
 *
 * Rejected: the ternary exclusive or of the SHA3 extension. It takes no operation away where a
 * rotation already ends in an insertion, and many processors lack it.
 */
#include <arm_neon.h>

#define TARGET
#define INLINE static inline __attribute__((always_inline))

enum { LANES = 4 };
typedef uint32x4_t vector;

#define LOAD(p) vld1q_u32(p)
#define STORE(p, a) vst1q_u32(p, a)
#define AND(a, b) vandq_u32(a, b)
#define AND_NOT(a, b) vbicq_u32(a, b)
#define OR(a, b) vorrq_u32(a, b)
#define XOR(a, b) veorq_u32(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define ALL_ONES vdupq_n_u32(~UINT32_C(0))
#define ROTATED(a, n) vsriq_n_u32(vshlq_n_u32(a, n), a, 32 - (n))
#define XOR_ROTATED(b, a, n) XOR(b, ROTATED(a, n))
#define ROTATED_BY_1(a) ROTATED(a, 1)

/* Lane j is lane j+1 or j+2 modulo 3; the fourth is any. */
#define NEXT(a) vcopyq_laneq_u32(vextq_u32(a, a, 1), 2, a, 0)
#define AFTER_NEXT(a) vcopyq_laneq_u32(vextq_u32(a, a, 3), 0, a, 2)

#define FIRST_SUBSTATES(v0, v1, v2, v3, v4)                                                        \
    { v0, v1, v2, v3 }

/* Lane j is rotated left by j bits. */
INLINE vector tweaked(vector a) {
    static const int32_t left[4] = {0, 1, 2, 3}, right[4] = {-32, -31, -30, -29};
    return OR(vshlq_u32(a, vld1q_s32(left)), vshlq_u32(a, vld1q_s32(right)));
}
#define TWEAKED(a) tweaked(a)

/* Four big-endian words, last to first. */
INLINE vector load_backwards(const unsigned char *in) {
    uint8x16_t halves = vrev64q_u8(vld1q_u8(in));
    return vreinterpretq_u32_u8(vextq_u8(halves, halves, 8));
}

#define SHIFT_TO_FIRST(a, n) vextq_u32(a, vdupq_n_u32(0), n)
#define SHIFT_TO_LAST(a, n) vextq_u32(vdupq_n_u32(0), a, 4 - (n))
#define WINDOW(a, b, n) vextq_u32(a, b, n)

#include "lanes4.h"
#include "steps.h"
