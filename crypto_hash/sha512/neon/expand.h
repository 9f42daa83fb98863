/* SPDX-License-Identifier: MIT */

/* Two words of the schedule of SHA-512 in a vector of NEON, and in memory for the rounds in general
 * registers. */
#include <arm_neon.h>

#define TARGET

typedef uint64x2_t vector;

/* Compilers that see where words in memory come from take them from the vectors, an operation each,
 * if they are not made to forget it. */
#define hold_memory(x) __asm__("" : "+m"(x))

#define ADD(a, b) vaddq_u64(a, b)
#define TWO_AT(p) vld1q_u64(p)

union two_words {
    vector vector;
    word word[2];
};

/* A right shift, and a left shift that is inserted into it. */
#define ROTATED_RIGHT(n, x) vsliq_n_u64(vshrq_n_u64(x, n), x, 64 - (n))

static inline vector two_sigma0(vector x) {
    return veorq_u64(veorq_u64(ROTATED_RIGHT(1, x), ROTATED_RIGHT(8, x)), vshrq_n_u64(x, 7));
}

static inline vector two_sigma1(vector x) {
    return veorq_u64(veorq_u64(ROTATED_RIGHT(19, x), ROTATED_RIGHT(61, x)), vshrq_n_u64(x, 6));
}

/* The later word of one pair and the earlier of the next. */
static inline vector between(vector x, vector y) { return vextq_u64(x, y, 1); }

/* The pair eight pairs after W[i], in its place. */
static inline void expand(vector W[8], int i) {
    const vector W15 = between(W[i], W[(i + 1) % 8]);
    const vector W7 = between(W[(i + 4) % 8], W[(i + 5) % 8]);

    W[i] = vaddq_u64(vaddq_u64(W[i], W7), two_sigma0(W15));
    W[i] = vaddq_u64(W[i], two_sigma1(W[(i + 7) % 8]));
}

static inline vector load_words(const unsigned char *M) {
    return vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(M)));
}
