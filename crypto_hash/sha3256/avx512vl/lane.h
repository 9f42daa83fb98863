/* SPDX-License-Identifier: MIT */

/*
 * Lanes are words of 64 bits in the lower halves of vector registers of 128 bits.
 *
 * Technique: AVX-512 has what general registers lack: 32 registers, which hold all 25 lanes and the
 * sums of theta; any function of three operands in one instruction, which makes chi one operation a
 * lane and a parity two; and rotations. One state uses half of each register, and is still faster
 * than in general registers.
 *
 * Limit: 10 + 10 operations for the sums of theta, 25 + 24 for theta and rho, 25 for chi, one for
 * iota: 95 a round, of which 29 are rotations. Zen 4 does four of them a cycle and two rotations,
 * which makes 24 cycles a round. 31 are reached, 5.6 cycles/byte at a rate of 136; that is what
 * comes out if the 66 others are dealt evenly to the four pipes, as 29 / 2 + 66 / 4 are waiting at
 * the two that rotate, and no order of the instructions in assembly (rows, columns, rows one or two
 * ahead) was faster than 30.6. In 32-bit mode there are eight registers; 46 cycles a round.
 *
 * Rejected: a row of five lanes in each register of 512 bits. By count that takes 40 instructions a
 * round instead of 95; but three permutations across the register, of five cycles each on Zen 4,
 * and two rotations of two are in the chain from one round to the next, 30 cycles with the rest,
 * and every fourth round needs a transposition.
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
#define ROL(a, n) _mm_rol_epi64(a, n)
#define LOAD(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define STORE(p, a, i) _mm_storel_epi64((__m128i *)(void *)(p), a)
