/* SPDX-License-Identifier: MIT */
/*
 * Vectors of 128 bits with NEON, on 64-bit ARM.
 *
 * Limit: the operations: 19 for an S-box, twice, 10 for L, and for each of four exchanges 3, 2 or,
 * of 8 bits and more, 1: 54 a round in the mean, 13.5 cycles with four vector units, 8.9 per byte,
 * and twice that with two. This is computed: no such processor was there to measure.
 *
 * Rejected: the ternary exclusive or and bit-clear of the SHA3 extension. They serve 6 of the 54
 * operations, and many processors lack them.
 */
#include <arm_neon.h>

#define TARGET

typedef uint8x16_t vector;

#define xor2(a, b) veorq_u8(a, b)
#define xor3(a, b, c) xor2(xor2(a, b), c)
#define xor_and(a, b, c) xor2(a, vandq_u8(b, c))
#define xor_andnot(a, b, c) xor2(a, vbicq_u8(b, c))
/* ~a ^ (b & ~c) = a ^ (c | ~b) */
#define xornot_andnot(a, b, c) xor2(a, vornq_u8(c, b))
#define xor_or(a, b, c) xor2(a, vorrq_u8(b, c))

#define SELECTED(a, n, mask) vbslq_u8(vdupq_n_u8(mask), vshrq_n_u8(a, n), vshlq_n_u8(a, n))
#define exchange_1(a) SELECTED(a, 1, 0x55)
#define exchange_2(a) SELECTED(a, 2, 0x33)
#define exchange_4(a) vsriq_n_u8(vshlq_n_u8(a, 4), a, 4)
#define exchange_8(a) vrev16q_u8(a)
#define exchange_16(a) vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(a)))
#define exchange_32(a) vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(a)))
#define exchange_64(a) vextq_u8(a, a, 8)

static inline vector load_words(const uint64_t *words) {
    return vreinterpretq_u8_u64(vld1q_u64(words));
}

static inline void store_words(uint64_t *words, vector a) {
    vst1q_u64(words, vreinterpretq_u64_u8(a));
}

/* Little-endian only, as all systems on 64-bit ARM that are in use. */
static inline vector load_big_endian(const unsigned char *bytes) {
    return vrev64q_u8(vld1q_u8(bytes));
}

#include "sbox.h"
