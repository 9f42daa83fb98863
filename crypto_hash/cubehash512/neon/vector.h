/* SPDX-License-Identifier: MIT */
/* Vectors of four 32-bit words with NEON, on 64-bit ARM. */
#include <arm_neon.h>

#define TARGET

typedef uint32x4_t vector;

#define ADD(a, b) vaddq_u32(a, b)
#define XOR(a, b) veorq_u32(a, b)
#define ROTATE(a, n) vsriq_n_u32(vshlq_n_u32(a, n), a, 32 - (n))
#define SWAP_PAIRS(a) vextq_u32(a, a, 2)
#define SWAP_WORDS(a) vrev64q_u32(a)

#define load(from) vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)(const void *)(from)))
#define store(to, a) vst1q_u8((uint8_t *)(void *)(to), vreinterpretq_u8_u32(a))
