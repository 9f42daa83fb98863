/* SPDX-License-Identifier: MIT */
/* Five sub-states in vectors of eight lanes: the starting value, and the sequence of the block. */

#define INLINE static inline __attribute__((always_inline)) TARGET

enum { LANES = 8 };
typedef __m256i vector;

#define LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define STORE(p, a) _mm256_storeu_si256((__m256i *)(void *)(p), a)
#define XOR(a, b) _mm256_xor_si256(a, b)

#define WORD_ROW(v0, v1, v2, v3, v4)                                                               \
    { v0, v1, v2, v3, v4 }
static const uint32_t initial[8][LANES] = {INITIAL_VALUE(WORD_ROW)};

INLINE __m128i load_backwards(const unsigned char *in) {
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)in),
                            _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

/* E(i) .. E(i+3) and E(i+4) .. E(i+7) for i = -4 in C, 0 in A, 4 in B, whose second half isn't
 * used. */
INLINE void load_sequence(vector *C, vector *A, vector *B, const unsigned char *in) {
    __m128i first = load_backwards(in), second = load_backwards(in + 16);
    __m128i before =
        _mm_xor_si128(first, _mm_xor_si128(_mm_srli_si128(first, 4), _mm_srli_si128(first, 8)));
    __m128i after =
        _mm_xor_si128(first, _mm_xor_si128(second, _mm_xor_si128(_mm_slli_si128(second, 4),
                                                                 _mm_slli_si128(second, 12))));

    *C = _mm256_inserti128_si256(_mm256_castsi128_si256(before), second, 1);
    *A = _mm256_inserti128_si256(_mm256_castsi128_si256(second), after, 1);
    *B = _mm256_castsi128_si256(after);
}

#define WINDOW(a, b, n) _mm256_alignr_epi8(b, a, 4 * (n))
