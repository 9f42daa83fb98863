/* SPDX-License-Identifier: MIT */
/*
 * Rows in vectors of NEON; the first half of a round of AES, with a key of zeros, is SubBytes.
 *
 * Limit: the operations: for a row, table, S-box and constant 3, sums 6, two products by 2 of 4
 * each, 17; for 8 rows 136 a round, 34 cycles on a processor with four vector units, 68 with two.
 *
 * aese is written as assembly: compilers before Clang 16 know its intrinsic only where the whole
 * file is compiled for it.
 */
#include <arm_neon.h>

#define TARGET

typedef uint8x16_t vector;

#define load(p) vld1q_u8(p)
#define store(p, a) vst1q_u8(p, a)
#define each_lane(p) load(p)
#define xor2(a, b) veorq_u8(a, b)
#define xor3(a, b, c) xor2(xor2(a, b), c)
#define shuffled(a, order) vqtbl1q_u8(a, order)

static inline vector aes_shift_sub_add(vector a, vector added) {
    __asm__(".arch_extension aes\n\taese %0.16b, %1.16b" : "+w"(a) : "w"(vdupq_n_u8(0)));
    return xor2(a, added);
}

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

/* All bytes of a times 02 in GF(256) modulo X^8 + X^4 + X^3 + X + 1, and b added. */
static inline vector twice_and(vector a, vector b) {
    vector negative = vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(a), 7));
    return xor3(vshlq_n_u8(a, 1), vandq_u8(negative, vdupq_n_u8(0x1b)), b);
}
