/* SPDX-License-Identifier: MIT */

/* Four words of a schedule in a vector of NEON, and in memory for the rounds in general
 * registers. */
#include <arm_neon.h>

#define TARGET

typedef uint32x4_t vector;

union four_words {
    vector vector;
    word word[4];
};

/* Compilers that see where words in memory come from take them from the vectors, an operation each,
 * if they are not made to forget it. */
#define hold_memory(x) __asm__("" : "+m"(x))

#define ADD(a, b) vaddq_u32(a, b)
#define XOR(a, b) veorq_u32(a, b)
#define FOUR_TIMES(x) vdupq_n_u32(x)
#define FOUR_AT(p) vld1q_u32(p)

/* A right shift, and a left shift that is inserted into it. */
#define ROTATED_RIGHT(a, n) vsliq_n_u32(vshrq_n_u32(a, n), a, 32 - (n))

static inline vector load_words(const unsigned char *M) {
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(M)));
}
