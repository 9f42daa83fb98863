/* SPDX-License-Identifier: MIT */
/* Planes with NEON, on 64-bit ARM. A rotation is two instructions, of which the second inserts. */
#include <arm_neon.h>

#define TARGET
#define INLINE static inline __attribute__((always_inline))

typedef uint32x4_t vector;

#define ZERO vdupq_n_u32(0)
#define XOR(a, b) veorq_u32(a, b)
#define CHI(a, b, c) XOR(a, vbicq_u32(c, b))
#define ROTATE(a, n) vsriq_n_u32(vshlq_n_u32(a, n), a, 32 - (n))
#define ROTATE_16(a) vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(a)))

/* Lane x becomes lane x + 1 or x + 2. */
#define SHIFT_1(a) vextq_u32(a, a, 3)
#define SHIFT_2(a) vextq_u32(a, a, 2)
#define SHIFT_2_ROTATE_8(a) ROTATE(SHIFT_2(a), 8)

#define FIRST_LANE(word) vsetq_lane_u32(word, ZERO, 0)
#define LOAD(p) vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)(const void *)(p)))
#define STORE(p, a) vst1q_u8(p, vreinterpretq_u8_u32(a))
