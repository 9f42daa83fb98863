/* SPDX-License-Identifier: MIT */
/*
 * Words in vectors of NEON with the cryptographic extension.
 *
 * Technique: aese adds its key first and mixes nothing, aesmc mixes columns. The key of the first
 * round of AES is the one that the second aese adds, and the salt is zero. Pairs of aese and aesmc
 * stand side by side, which most processors take as one.
 *
 * Limit: operations. A round has 32 pairs of AES, 16 counters and 4 x 25 of BIG.MixColumns: 148 or
 * more, 37 cycles on a processor with four vector units, 1.5 per byte of echo256, 74 with two.
 *
 * aese and aesmc are written as assembly: compilers before Clang 16 know their intrinsics only
 * where the whole file is compiled for them.
 * The code was run under an emulator and never timed.
 */
#include <arm_neon.h>

#define TARGET
#define INLINE static inline __attribute__((always_inline))

typedef uint8x16_t vector;

#define load(p) vld1q_u8(p)
#define store(p, a) vst1q_u8(p, a)
#define XOR(a, b) veorq_u8(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define NUMBER(n) vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(n), vcreate_u64(0)))
#define ADD_NUMBER(a, n)                                                                           \
    vreinterpretq_u8_u64(vaddq_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(NUMBER(n))))

#define NONE vdupq_n_u8(0)
#define OFFSET NONE

INLINE vector aes_twice(vector word, vector key, vector salt) {
    __asm__(".arch_extension aes\n\t"
            "aese %0.16b, %2.16b\n\taesmc %0.16b, %0.16b\n\t"
            "aese %0.16b, %1.16b\n\taesmc %0.16b, %0.16b"
            : "+&w"(word)
            : "w"(key), "w"(salt));
    return word;
}

/* All bytes times 2 in GF(256) modulo X^8 + X^4 + X^3 + X + 1. */
INLINE vector twice(vector x) {
    vector negative = vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(x), 7));

    return XOR(vshlq_n_u8(x, 1), vandq_u8(negative, vdupq_n_u8(0x1b)));
}
