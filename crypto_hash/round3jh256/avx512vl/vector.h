/* SPDX-License-Identifier: MIT */
/*
 * Vectors of 128 bits with the ternary logic of AVX-512VL: each of an S-box's ten functions is one
 * instruction, but for one that has two inputs and is so anyway; an exchange of single bits, pairs
 * or nibbles is two shifts and a choice, and one of more bits is a shuffle or a rotation.
 *
 * Limit: the operations: 10 for an S-box, twice, 8 for L, and four exchanges of 3 in three rounds
 * of seven and 1 in the others: 35 a round in the mean, 12 cycles on three vector units, 497 a
 * block, 7.8 per byte. With the copies that a ternary operation makes needed, since it overwrites
 * an input, llvm-mca says 13 cycles for Cascade Lake; measured there are 15.7, or 10.3 per byte.
 * The chain is no limit: 5 cycles of S-box, 2 of L, 1 or 2 of an exchange.
 *
 * Rejected: even words in one half of a vector of 256 bits and odd words in the other, which saves
 * 10 operations: L then moves halves in each step, at 3 cycles.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl")))

typedef __m128i vector;

#define TERNARY(a, b, c, table) _mm_ternarylogic_epi64(a, b, c, table)
#define xor2(a, b) _mm_xor_si128(a, b)
#define xor3(a, b, c) TERNARY(a, b, c, 0x96)
#define xor_and(a, b, c) TERNARY(a, b, c, 0x78)
#define xor_andnot(a, b, c) TERNARY(a, b, c, 0xb4)
#define xornot_andnot(a, b, c) TERNARY(a, b, c, 0x4b)
#define xor_or(a, b, c) TERNARY(a, b, c, 0x1e)

/* From where the mask is set those to the left, from elsewhere those to the right. */
#define EXCHANGED(a, n, mask)                                                                      \
    TERNARY(_mm_set1_epi8(mask), _mm_srli_epi64(a, n), _mm_slli_epi64(a, n), 0xca)
#define exchange_1(a) EXCHANGED(a, 1, 0x55)
#define exchange_2(a) EXCHANGED(a, 2, 0x33)
#define exchange_4(a) EXCHANGED(a, 4, 0x0f)
#define exchange_8(a)                                                                              \
    _mm_shuffle_epi8(a, _mm_set_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1))
#define exchange_16(a) _mm_rol_epi32(a, 16)

#include "words.h"

TARGET static inline vector load_big_endian(const unsigned char *bytes) {
    vector order = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)bytes), order);
}

#include "sbox.h"
