/* SPDX-License-Identifier: MIT */
/*
 * Vectors of 128 bits with the ternary logic of AVX-512, and GFNI for exchanges within bytes: one
 * product with a matrix over GF(2) that has a single 1 in each row.
 *
 * Limit: 34 operations a round (11 for a S-box, twice, 8 for L, 4 exchanges) would take 8.5 cycles
 * at four a cycle, 5.6 per byte. Zen 4 needs 15 to 16 a round, 10.4 per byte: a ternary operation
 * has two cycles there unless its first input was made just before, and only about 2.4 of them
 * start in a cycle; the chain with two cycles for each is 10 through the S-box, 1 or 2 in L, and 3,
 * 2 or 1 for an exchange within bytes, within words of 32 bits, or of these.
 *
 * Rejected, with the time at 1536 bytes: x_2i and x_(2i+1) in one vector of 256 bits, which saves
 * half of the S-boxes' operations and adds 8 moves to L (1.15); outputs of the S-box selected by
 * one late input, a chain of 7 for 15 operations (1.04); no ternary operations in the S-box (1.03);
 * an exchange by two shifts and a selection (1.03).
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,gfni")))

typedef __m128i vector;

/* A ternary function as its table: that function of these three. */
enum { A = 0xf0, B = 0xcc, C = 0xaa };
#define TERNARY(a, b, c, function) _mm_ternarylogic_epi64(a, b, c, (function)&0xff)

#define xor2(a, b) _mm_xor_si128(a, b)
#define and2(a, b) _mm_and_si128(a, b)
#define xor3(a, b, c) TERNARY(a, b, c, A ^ B ^ C)
#define xor_and(a, b, c) TERNARY(a, b, c, A ^ (B & C))
#define xor_andnot(a, b, c) TERNARY(a, b, c, A ^ (B & ~C))
#define xornot_andnot(a, b, c) TERNARY(a, b, c, ~A ^ (B & ~C))
#define xor_or(a, b, c) TERNARY(a, b, c, A ^ (B | C))

#define BITS(a, matrix) _mm_gf2p8affine_epi64_epi8(a, _mm_set1_epi64x((long long)(matrix)), 0)
#define exchange_1(a) BITS(a, 0x0201080420108040)
#define exchange_2(a) BITS(a, 0x0408010240801020)
#define exchange_4(a) BITS(a, 0x1020408001020408)
#define exchange_8(a) _mm_shuffle_epi8(a, _mm_set_epi64x(0x0e0f0c0d0a0b0809, 0x0607040502030001))
#define exchange_16(a) _mm_ror_epi32(a, 16)
#define exchange_32(a) _mm_shuffle_epi32(a, 0xb1)
#define exchange_64(a) _mm_shuffle_epi32(a, 0x4e)

TARGET static inline vector load_words(const uint64_t *words) {
    return _mm_loadu_si128((const __m128i *)(const void *)words);
}

TARGET static inline void store_words(uint64_t *words, vector a) {
    _mm_storeu_si128((__m128i *)(void *)words, a);
}

TARGET static inline vector load_big_endian(const unsigned char *bytes) {
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)bytes),
                            _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
}

#include "sbox.h"
