/* SPDX-License-Identifier: MIT */

/*
 * Vectors of 4 words for columns.h, with NEON. Rotations: by 16 a reversal of halves, by 8 a table
 * of bytes, the others a shift and a shift that inserts.
 */

#include <arm_neon.h>

#define TARGET
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef uint32_t lanes_4 __attribute__((vector_size(16)));

#define BYTES_8 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12

INLINE lanes_4 rotate_16_4(lanes_4 x) {
    return (lanes_4)vrev32q_u16(vreinterpretq_u16_u32((uint32x4_t)x));
}

INLINE lanes_4 rotate_8_4(lanes_4 x) {
    static const uint8_t bytes[16] = {BYTES_8};
    return (lanes_4)vqtbl1q_u8(vreinterpretq_u8_u32((uint32x4_t)x), vld1q_u8(bytes));
}

INLINE lanes_4 rotate_12_4(lanes_4 x) {
    return (lanes_4)vsriq_n_u32(vshlq_n_u32((uint32x4_t)x, 20), (uint32x4_t)x, 12);
}

INLINE lanes_4 rotate_7_4(lanes_4 x) {
    return (lanes_4)vsriq_n_u32(vshlq_n_u32((uint32x4_t)x, 25), (uint32x4_t)x, 7);
}

/* The words 4q to 4q + 3 of a block. */
INLINE lanes_4 load_quarters_4(const unsigned char *const in[1], int q) {
    return (lanes_4)vreinterpretq_u32_u8(vld1q_u8(in[0] + 16 * q));
}
