/* SPDX-License-Identifier: MIT */

/*
 * Lanes are words of 64 bits in the lower halves of SSE2 registers, for processors whose general
 * registers have 32 bits. KangarooTwelve has two states in the two halves.
 *
 * Technique: a lane is one operand instead of two, there is an and-not, and eight vector registers
 * hold more of the state than seven general registers of half the width.
 *
 * Limit: 50 operations in theta, 3 in each of 29 rotations, 50 in chi, 1 in iota: 188 a round. As
 * instructions have two operands, 54 copies are added. At four a cycle that is 60 cycles a round,
 * and 47 with the three operands of AVX. Zen 5 needs 68, 12.0 cycles/byte at a rate of 136, and 66
 * with AVX: all but a few lanes are in memory.
 *
 * Rejected: halves of lanes in general registers (opt32), which take 1.7 times as long.
 */

#include <emmintrin.h>
#include <stdint.h>

#define TARGET __attribute__((target("sse2")))

typedef __m128i V;
/* For both halves, in which a tree hash has different states. */
typedef struct {
    _Alignas(16) uint64_t both[2];
} constant;

#define CONSTANT(c)                                                                                \
    {                                                                                              \
        { c, c }                                                                                   \
    }
#define IOTA(p) _mm_load_si128((const __m128i *)(const void *)(p))
#define ZERO(i) _mm_setzero_si128()
#define XOR(a, b) _mm_xor_si128(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define CHI(x, y, a, b, c) _mm_xor_si128(a, _mm_andnot_si128(b, c))
#define ROL(a, n) rol(a, n)
#define LOAD(p) _mm_loadl_epi64((const __m128i *)(const void *)(p))
#define STORE(p, a, i) _mm_storel_epi64((__m128i *)(void *)(p), a)

/* For two states, which KangarooTwelve has. */
#define LOAD_2(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define FIRST_OF(a, b) _mm_unpacklo_epi64(a, b)
#define SECOND_OF(a, b) _mm_unpackhi_epi64(a, b)

static inline __attribute__((always_inline)) TARGET V rol(V a, const int n) {
    return n == 0 ? a : _mm_or_si128(_mm_slli_epi64(a, n), _mm_srli_epi64(a, 64 - n));
}
