/* SPDX-License-Identifier: MIT */

/*
 * Lanes of four states in the words of a vector register, with AVX2.
 *
 * Limit: there are no rotations. A rotation takes two shifts and an OR, or one shuffle if it is by
 * whole bytes. So a round has 50 operations in theta, 27 * 3 + 2 in rotations, 50 in chi, 1 in
 * iota: 184, and loads and stores of what 16 registers do not hold. At four operations a cycle that
 * is 46 cycles a round for four states. Zen 4 and Zen 5 need 61, 1.1 cycles/byte.
 *
 * Rejected: shifts for the rotations by whole bytes, too, which are 2 of 29: 1.00 to 1.02 times the
 * time on Zen 4.
 */

#include <immintrin.h>
#include <stdint.h>

#define TARGET __attribute__((target("avx2")))

typedef __m256i V;
typedef uint64_t constant;

#define CONSTANT(c) c
#define IOTA(p) _mm256_set1_epi64x((long long)*(p))
#define ZERO(i) _mm256_setzero_si256()
#define XOR(a, b) _mm256_xor_si256(a, b)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define CHI(x, y, a, b, c) _mm256_xor_si256(a, _mm256_andnot_si256(b, c))
#define ROL(a, n) rol(a, n)

static inline __attribute__((always_inline)) TARGET V rol(V a, const int n) {
    const V by_8 = _mm256_setr_epi8(7, 0, 1, 2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14, 7, 0, 1,
                                    2, 3, 4, 5, 6, 15, 8, 9, 10, 11, 12, 13, 14);
    const V by_56 = _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8, 1, 2, 3,
                                     4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);

    if (n == 0) {
        return a;
    }
    if (n == 8 || n == 56) {
        return _mm256_shuffle_epi8(a, n == 8 ? by_8 : by_56);
    }
    return _mm256_or_si256(_mm256_slli_epi64(a, n), _mm256_srli_epi64(a, 64 - n));
}
