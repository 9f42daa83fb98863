/* SPDX-License-Identifier: MIT */

/*
 * Lanes of two states in the words of a vector register, with NEON on 64-bit ARM.
 *
 * Technique: a rotation is a shift and one that inserts what it shifts. There is an and-not. The 32
 * registers hold 25 lanes, the five sums of theta and two temporaries.
 *
 * Limit: 60 operations in theta, 48 in rho, 50 in chi, 1 in iota: 159 a round for two states.
 * General registers take 125 for one state (opt64), as EOR rotates its operand for nothing. gcc 12
 * adds loads and stores: 190 instructions a round against 2 * 145. That is 40 cycles a round with
 * four vector units, against 2 * 31 with four integer units; and 80 with two vector units, against
 * 2 * 42 with three integer units (Neoverse N1). By count; not measured on a processor.
 *
 * Rejected, by count: one state in halves of these registers, which also takes 159 operations. The
 * five instructions of the SHA3 extension make 66 of them (arm64-sha3), but many processors lack
 * it.
 */

#include <arm_neon.h>
#include <stdint.h>

#define TARGET

typedef uint64x2_t V;
typedef uint64_t constant;

#define CONSTANT(c) c
#define IOTA(p) vld1q_dup_u64(p)
#define ZERO(i) vdupq_n_u64(0)
#define XOR(a, b) veorq_u64(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define CHI(x, y, a, b, c) veorq_u64(a, vbicq_u64(c, b))
#define ROL(a, n) ((n) == 0 ? (a) : vsriq_n_u64(vshlq_n_u64(a, n), a, 64 - (n)))
#define LOAD(p) vreinterpretq_u64_u8(vcombine_u8(vld1_u8(p), vdup_n_u8(0)))
#define STORE(p, a, i) vst1_u8(p, vget_low_u8(vreinterpretq_u8_u64(a)))

#define LOAD_2(p) vreinterpretq_u64_u8(vld1q_u8(p))
#define FIRST_OF(a, b) vzip1q_u64(a, b)
#define SECOND_OF(a, b) vzip2q_u64(a, b)
