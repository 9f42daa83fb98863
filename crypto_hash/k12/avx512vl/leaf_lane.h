/* SPDX-License-Identifier: MIT */

/*
 * Lanes of eight states in the words of a vector register of 512 bits.
 *
 * Technique: that of a single state (lane.h), with all of the register used.
 *
 * Limit: the same 95 operations a round for eight states. Zen 4 does two of this width a cycle, 48
 * cycles a round; it needs 65 with the transposition of the message, 0.59 cycles/byte. Zen 5 does
 * four, of which two can be rotations, 24 cycles a round; it needs 38, 0.34 cycles/byte. lane.h
 * says why rotations make it more.
 *
 * Rejected: four states in registers of 256 bits, of which Zen 4 does twice as many operations a
 * cycle: 1.02 to 1.06 times the time, because the transposition has more to do.
 */

#include <immintrin.h>
#include <stdint.h>

#define TARGET __attribute__((target("avx512f")))

typedef __m512i V;
typedef uint64_t constant;

#define CONSTANT(c) c
#define IOTA(p) _mm512_set1_epi64((long long)*(p))
#define ZERO(i) _mm512_setzero_si512()
#define XOR(a, b) _mm512_xor_si512(a, b)
#define XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define CHI(x, y, a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xd2)
/* gcc 12 would rotate by 0, too: 1.01 times the time. */
#define ROL(a, n) ((n) == 0 ? (a) : _mm512_rol_epi64(a, n))
