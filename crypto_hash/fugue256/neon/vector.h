/* SPDX-License-Identifier: MIT */
/*
 * Four columns in a vector of NEON, in the order of their slots. Tables of 16 bytes give 0 for
 * indices above 15.
 */
#include <arm_neon.h>

typedef uint8x16_t vector;

#define zero() vdupq_n_u8(0)
#define xor2(a, b) veorq_u8(a, b)
#define and2(a, b) vandq_u8(a, b)
#define twice(a) vshlq_n_u8(a, 1)
#define negative(a) vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(a), 7))
#define bytes_16(b) vdupq_n_u8(b)
#define shuffled(a, order) vqtbl1q_u8(a, order)
#define all_of(a, slot) vreinterpretq_u8_u32(vdupq_laneq_u32(vreinterpretq_u32_u8(a), slot))
#define columns_3_0_1_2(a) vextq_u8(a, a, 12)
#define columns_1_2_3_0(a) vextq_u8(a, a, 4)
#define load_columns(p) vld1q_u8(p)
#define store_columns(p, a) vst1q_u8(p, a)

static inline vector slots(int s0, int s1, int s2, int s3) {
    const int columns[4] = {s0, s1, s2, s3};
    return vreinterpretq_u8_s32(vld1q_s32(columns));
}

static inline vector column_in_slot_0(const unsigned char *p) {
    uint32_t column;
    memcpy(&column, p, sizeof column);
    return vreinterpretq_u8_u32(vsetq_lane_u32(column, vdupq_n_u32(0), 0));
}

static inline void store_column_0(unsigned char *p, vector a) {
    uint32_t column = vgetq_lane_u32(vreinterpretq_u32_u8(a), 0);
    memcpy(p, &column, sizeof column);
}

/* (-, r_3 of a, r_1 of b, r_2 of b) */
#define r3_r1_r2(a, b)                                                                             \
    xor2(shuffled(a, slots(NONE, SLOT(3), NONE, NONE)),                                            \
         shuffled(b, slots(NONE, NONE, SLOT(1), SLOT(2))))

#include "slots.h"
