/* SPDX-License-Identifier: MIT */
/* Vectors of NEON for rounds of AES by permutations; permuted.h says how. They are for arm64: the
 * table look-up of 32-bit ARM has eight bytes. */
#include <arm_neon.h>

#define TARGET

typedef uint32x4_t vector;

#define OF_BYTES(a) vreinterpretq_u32_u8(a)
#define BYTES_OF(a) vreinterpretq_u8_u32(a)

#define load_bytes(p) OF_BYTES(vld1q_u8((const unsigned char *)(p)))
#define store_bytes(p, a) vst1q_u8(p, BYTES_OF(a))
#define zeros() vdupq_n_u32(0)
#define xor2(a, b) veorq_u32(a, b)
#define and2(a, b) vandq_u32(a, b)
#define all_bytes(x) OF_BYTES(vdupq_n_u8(x))
/* The upper half of each byte; `halves`: the lower ones' mask, which is not needed here. */
#define upper_halves(a, halves) OF_BYTES(vshrq_n_u8(BYTES_OF(a), 4))
/* Entries of a table; 0 for an index from 16 up. */
#define entries(table, indices) OF_BYTES(vqtbl1q_u8(vld1q_u8(table), BYTES_OF(indices)))
#define permuted(a, order) OF_BYTES(vqtbl1q_u8(BYTES_OF(a), vld1q_u8(order)))

/* Words 1, 2, 3, 0, or 1, 2, 3, 1. */
#define words_1230(a) vextq_u32(a, a, 1)
#define words_1231(a) vsetq_lane_u32(vgetq_lane_u32(a, 1), words_1230(a), 3)
/* Zeros, and word 0 as word 3. */
#define word_0_as_3(a) vextq_u32(zeros(), a, 1)
/* Four words of a and then b, from word 1 or 2. */
#define words_1_to_4(a, b) vextq_u32(a, b, 1)
#define words_2_to_5(a, b) vextq_u32(a, b, 2)

static inline vector load_words(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const uint32_t all[4] = {a, b, c, d};
    return vld1q_u32(all);
}

#include "permuted.h"
