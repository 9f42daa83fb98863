/* SPDX-License-Identifier: MIT */
/*
 * Vectors of 128 bits with SSE2 alone.
 *
 * Limit: the operations: 20 for an S-box, twice, 10 for L, and for each of four exchanges 5 (two
 * shifts, two masks, one or) or, of 16 bits and more, 1 or 2: 64 a round in the mean, 16 cycles at
 * four a cycle, or 672 a block, 10.5 per byte. Zen 4 needs 18 with two or three operands.
 *
 * Rejected: the byte shuffle of SSSE3 for the exchange of 8 bits: it replaces 5 operations in one
 * round of 7, under 5 %. The same in vectors of 256 bits, even words in one half and odd words in
 * the other: 20 operations of the S-boxes less, but the moves of L and masks for the half that is
 * exchanged make up for most of it: 62 for 70. What such vectors are good for is in avx2.
 */
#include <emmintrin.h>

#define TARGET __attribute__((target("sse2")))

typedef __m128i vector;

#define xor2(a, b) _mm_xor_si128(a, b)
#define xor3(a, b, c) xor2(xor2(a, b), c)
#define xor_and(a, b, c) xor2(a, _mm_and_si128(b, c))
#define xor_andnot(a, b, c) xor2(a, _mm_andnot_si128(c, b))
#define xornot_andnot(a, b, c) xor2(xor2(a, _mm_set1_epi32(-1)), _mm_andnot_si128(c, b))
#define xor_or(a, b, c) xor2(a, _mm_or_si128(b, c))

#define SHIFTED_AND_MASKED(a, n, mask)                                                             \
    _mm_or_si128(_mm_slli_epi64(_mm_and_si128(a, _mm_set1_epi8(mask)), n),                         \
                 _mm_and_si128(_mm_srli_epi64(a, n), _mm_set1_epi8(mask)))
#define exchange_1(a) SHIFTED_AND_MASKED(a, 1, 0x55)
#define exchange_2(a) SHIFTED_AND_MASKED(a, 2, 0x33)
#define exchange_4(a) SHIFTED_AND_MASKED(a, 4, 0x0f)
#define exchange_8(a) _mm_or_si128(_mm_slli_epi16(a, 8), _mm_srli_epi16(a, 8))
#define exchange_16(a) _mm_shufflehi_epi16(_mm_shufflelo_epi16(a, 0xb1), 0xb1)

#include "words.h"

TARGET static inline vector load_big_endian(const unsigned char *bytes) {
    vector a = exchange_8(_mm_loadu_si128((const __m128i *)(const void *)bytes));
    return _mm_shufflehi_epi16(_mm_shufflelo_epi16(a, 0x1b), 0x1b);
}

#include "sbox.h"
