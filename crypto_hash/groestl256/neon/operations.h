/* SPDX-License-Identifier: MIT */

/* What NEON has for vectors of 128 bits. */
#include <arm_neon.h>

typedef uint8x16_t vector;

#define load(p) vld1q_u8(p)
#define store(p, a) vst1q_u8(p, a)
#define high_nibbles(a) vshrq_n_u8(a, 4)
#define low_nibbles(a) vandq_u8(a, vdupq_n_u8(15))
#define each_lane(p) load(p)
#define xor2(a, b) veorq_u8(a, b)
#define xor3(a, b, c) xor2(xor2(a, b), c)
#define shuffled(a, order) vqtbl1q_u8(a, order)

#define INTERLEAVED(which, bits, a, b)                                                             \
    vreinterpretq_u8_u##bits(                                                                      \
        which##_u##bits(vreinterpretq_u##bits##_u8(a), vreinterpretq_u##bits##_u8(b)))
#define low_16(a, b) INTERLEAVED(vzip1q, 16, a, b)
#define high_16(a, b) INTERLEAVED(vzip2q, 16, a, b)
#define low_32(a, b) INTERLEAVED(vzip1q, 32, a, b)
#define high_32(a, b) INTERLEAVED(vzip2q, 32, a, b)
#define low_64(a, b) INTERLEAVED(vzip1q, 64, a, b)
#define high_64(a, b) INTERLEAVED(vzip2q, 64, a, b)
#define words(first, second)                                                                       \
    vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(first), vcreate_u64(second)))
