/* SPDX-License-Identifier: MIT */
/*
 * NEON of 64-bit ARM, for processors without the cryptographic extension. Tables of 16 bytes give 0
 * for indices above 15. The code was run under an emulator and never timed.
 */
#include <arm_neon.h>

#define TARGET
#define INLINE static inline __attribute__((always_inline))

typedef uint8x16_t vector;

#define load(p) vld1q_u8(p)
#define store(p, a) vst1q_u8(p, a)
#define all(byte) vdupq_n_u8(byte)
#define number(n) vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(n), vcreate_u64(0)))
#define XOR(a, b) veorq_u8(a, b)
#define shuffled(a, order) vqtbl1q_u8(a, order)

/* Both halves of all bytes as numbers below 16. */
#define low_halves(x) vandq_u8(x, all(15))
#define high_halves(x, low) vshrq_n_u8(x, 4)
