/* SPDX-License-Identifier: MIT */

/*
 * Lanes are words of 64 bits in vector registers, with NEON on 32-bit ARM.
 *
 * Technique: a rotation is a shift and one that inserts what it shifts, and there is an and-not.
 * The 32 registers of 64 bits hold the 25 lanes, the five sums of theta and two temporaries.
 *
 * Limit: 20 + 15 + 25 operations in theta, 48 in rho, 50 in chi, 1 in iota: 159 a round. gcc 12
 * adds loads and stores: 180 instructions a round against 570 with halves of lanes in general
 * registers (opt32), of which 310 are loads and stores. By count; not measured on a processor.
 */

/* clang has the functions of this file only where the whole of hash.c may use NEON. */
#include <arm_neon.h>
#include <stdint.h>

#ifdef __clang__
#define TARGET
#else
#define TARGET __attribute__((target("fpu=neon")))
#endif

/* gcc 12 would keep an uint64x1_t in general registers. */
typedef uint32x2_t V;
typedef uint64_t constant;

#define CONSTANT(c) c
#define IOTA(p) vreinterpret_u32_u64(vld1_u64(p))
#define ZERO(i) vdup_n_u32(0)
#define XOR(a, b) veor_u32(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define CHI(x, y, a, b, c) veor_u32(a, vbic_u32(c, b))
#define ROL(a, n) ((n) == 0 ? (a) : vreinterpret_u32_u64(ROL_64(vreinterpret_u64_u32(a), n)))
#define ROL_64(a, n) vsri_n_u64(vshl_n_u64(a, n), a, 64 - (n))
#define LOAD(p) vreinterpret_u32_u8(vld1_u8(p))
#define STORE(p, a, i) vst1_u8(p, vreinterpret_u8_u32(a))
