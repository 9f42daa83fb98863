/* SPDX-License-Identifier: MIT */

/*
 * Lanes are words of 64 bits in vector registers, with the SHA3 extension of Armv8.2.
 *
 * Technique: the extension has the steps as instructions. EOR3 adds three lanes for the parities,
 * RAX1 makes the sums of theta, XAR adds a sum to a lane and rotates, BCAX is chi. The 32 registers
 * hold the state. A single state uses half of each register; KangarooTwelve has two leaves there.
 *
 * Limit: 10 + 5 + 25 + 25 operations and 1 for iota, 66 a round. Processors that do one of them a
 * cycle (Neoverse V1) need 66 cycles a round, more than with general registers and BIC. Processors
 * with four such units (Apple's) need 17, less than half of that. For two leaves, NEON without the
 * extension takes 40 cycles on Neoverse V1 (k12/neon). By count; not measured on a processor.
 */

/* clang before 16 has these functions only where the whole file may use the instructions. */
#if defined __clang__ && !defined __ARM_FEATURE_SHA3
#define __ARM_FEATURE_SHA3 1
#endif

#include <arm_neon.h>
#include <stdint.h>

#ifdef __clang__
#define TARGET __attribute__((target("sha3")))
#else
#define TARGET __attribute__((target("arch=armv8.2-a+sha3")))
#endif

typedef uint64x2_t V;
typedef uint64_t constant;

#define CONSTANT(c) c
#define IOTA(p) vld1q_dup_u64(p)
#define ZERO(i) vdupq_n_u64(0)
#define XOR(a, b) veorq_u64(a, b)
#define XOR3(a, b, c) veor3q_u64(a, b, c)
#define CHI(x, y, a, b, c) vbcaxq_u64(a, c, b)
#define XOR_ROL(a, b, n) vxarq_u64(a, b, (64 - (n)) % 64)
#define MIX(a, b) vrax1q_u64(a, b)
#define LOAD(p) vreinterpretq_u64_u8(vcombine_u8(vld1_u8(p), vdup_n_u8(0)))
#define STORE(p, a, i) vst1_u8(p, vget_low_u8(vreinterpretq_u8_u64(a)))

/* For two states, which KangarooTwelve has. */
#define LOAD_2(p) vreinterpretq_u64_u8(vld1q_u8(p))
#define FIRST_OF(a, b) vzip1q_u64(a, b)
#define SECOND_OF(a, b) vzip2q_u64(a, b)
