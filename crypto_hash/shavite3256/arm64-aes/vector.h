/* SPDX-License-Identifier: MIT */
/*
 * Rounds of AES with the instructions of arm64. They add their key first, so that the addition of a
 * value's next key is left to the round that follows: `keyed` holds both. The last round of F has
 * no key, and what is added after it goes into the key of the round that follows, too: the chain
 * through F is three (four) pairs of aese and aesmc and nothing else.
 *
 * The pair is one assembly, as processors join the two if one directly follows the other. It is
 * written as assembly also because compilers before Clang 16 know the intrinsics only where the
 * whole file is compiled for them.
 */
#include <arm_neon.h>

#define TARGET

typedef uint32x4_t vector;
typedef struct {
    vector value, key;
} keyed;

#define load(p) vreinterpretq_u32_u8(vld1q_u8((const unsigned char *)(p)))
#define store(p, a) vst1q_u8(p, vreinterpretq_u8_u32(a))
#define xor2(a, b) veorq_u32(a, b)
#define zeros() vdupq_n_u32(0)

/* Words 1, 2, 3, 0, or 1, 2, 3, 1. */
#define words_1230(a) vextq_u32(a, a, 1)
#define words_1231(a) vsetq_lane_u32(vgetq_lane_u32(a, 1), words_1230(a), 3)
/* Zeros, and word 0 as word 3. */
#define word_0_as_3(a) vextq_u32(vdupq_n_u32(0), a, 1)
/* Four words of a and then b, from word 1 or 2. */
#define words_1_to_4(a, b) vextq_u32(a, b, 1)
#define words_2_to_5(a, b) vextq_u32(a, b, 2)

static inline vector words(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    const uint32_t all[4] = {a, b, c, d};
    return vld1q_u32(all);
}

/* The round of a sum. */
static inline vector round_of_sum(vector x, vector key) {
    __asm__(".arch_extension aes\n\taese %0.16b, %1.16b\n\taesmc %0.16b, %0.16b"
            : "+w"(x)
            : "w"(key));
    return x;
}

#define AESround(x, key) xor2(round_of_sum(x, vdupq_n_u32(0)), key)
enum { SHORT_AESround = 1 };

static inline keyed with_key(vector x, vector key) { return (keyed){x, key}; }

static inline keyed keyed_round(keyed x, vector next_key) {
    return (keyed){round_of_sum(x.value, x.key), next_key};
}

static inline vector without_key(keyed x, vector key) { return xor2(x.value, xor2(x.key, key)); }

#define last_round(x, sum) xor2(round_of_sum((x).value, (x).key), sum)
