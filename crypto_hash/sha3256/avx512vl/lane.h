/* SPDX-License-Identifier: MIT */

/*
 * Lanes are words of 64 bits in the lower halves of vector registers of 128 bits.
 *
 * Technique: AVX-512 has what general registers lack. Its 32 registers hold all 25 lanes and the
 * sums of theta. One instruction computes any function of three operands, so chi is one operation a
 * lane and a parity is two. There are rotations. So one state is faster than in general registers,
 * though it uses half of each register.
 *
 * Limit: 10 + 10 operations for the sums of theta, 25 + 24 for theta and rho, 25 for chi, 1 for
 * iota: 95 a round, of which 29 are rotations. Zen 4 does four operations and two rotations a
 * cycle, 24 cycles a round; it needs 31, 5.6 cycles/byte at a rate of 136. If the 66 other
 * operations are spread evenly over the four pipes, 29 / 2 + 66 / 4 = 31 operations queue at each
 * of the two that rotate. In assembly, no order (by rows, by columns, one or two rows ahead) took
 * less than 30.6. Zen 5 needs 33, 5.7 cycles/byte. In 32-bit mode there are eight registers, and it
 * needs 47.
 *
 * Rejected, by count: a row of five lanes in each register of 512 bits. That takes 40 instructions
 * a round instead of 95. But the chain from one round to the next has three permutations across the
 * register, of five cycles each on Zen 4, and two rotations of two: 30 cycles with the rest. And
 * every fourth round needs a transposition.
 */

#include <immintrin.h>
#include <stdint.h>

#define TARGET __attribute__((target("avx512f,avx512vl")))

typedef __m128i V;
typedef uint64_t constant;

#define CONSTANT(c) c
#define IOTA(p) LOAD(p)
#define ZERO(i) _mm_setzero_si128()
#define XOR(a, b) _mm_xor_si128(a, b)
#define XOR3(a, b, c) _mm_ternarylogic_epi64(a, b, c, 0x96)
#define CHI(x, y, a, b, c) _mm_ternarylogic_epi64(a, b, c, 0xd2)
/* gcc 12 would rotate by 0, too: 1.01 times the time. */
#define ROL(a, n) ((n) == 0 ? (a) : _mm_rol_epi64(a, n))
#define LOAD(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define STORE(p, a, i) _mm_storel_epi64((__m128i *)(void *)(p), a)
