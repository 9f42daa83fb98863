/* SPDX-License-Identifier: MIT */

/* The schedule of SHA-384 and SHA-512 with AVX-512: of four blocks at once, or of one. */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,bmi,bmi2")))

enum { XOR3 = 0x96, CH = 0xca, MAJ = 0xe8 };

enum { LANES = 4, PAIRS = ROUNDS / 2, PAIRS_OF_BLOCK = BLOCK / 16 };

/* The pairs of words between two pairs: the later word of one and the earlier of the next. */
TARGET static inline __m512i between(__m512i x, __m512i y) {
    return _mm512_castpd_si512(
        _mm512_shuffle_pd(_mm512_castsi512_pd(x), _mm512_castsi512_pd(y), 0x55));
}

TARGET static inline __m512i sigma0(__m512i x) {
    return _mm512_ternarylogic_epi64(_mm512_ror_epi64(x, 1), _mm512_ror_epi64(x, 8),
                                     _mm512_srli_epi64(x, 7), XOR3);
}

TARGET static inline __m512i sigma1(__m512i x) {
    return _mm512_ternarylogic_epi64(_mm512_ror_epi64(x, 19), _mm512_ror_epi64(x, 61),
                                     _mm512_srli_epi64(x, 6), XOR3);
}

TARGET static inline __m512i swap_bytes(__m512i x) {
    const __m128i order = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);

    return _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(order));
}

/* Pair of words at M, and at the same place of the three blocks behind. */
TARGET static inline __m512i load_pair(const unsigned char *M) {
    __m512i W = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)M));

    W = _mm512_mask_broadcast_i64x2(W, 0x0c, _mm_loadu_si128((const __m128i *)(M + BLOCK)));
    W = _mm512_mask_broadcast_i64x2(W, 0x30, _mm_loadu_si128((const __m128i *)(M + 2 * BLOCK)));
    W = _mm512_mask_broadcast_i64x2(W, 0xc0, _mm_loadu_si128((const __m128i *)(M + 3 * BLOCK)));
    return swap_bytes(W);
}

TARGET static inline __m128i narrow_between(__m128i x, __m128i y) {
    return _mm_alignr_epi8(y, x, 8);
}

TARGET static inline __m128i narrow_sigma0(__m128i x) {
    return _mm_ternarylogic_epi64(_mm_ror_epi64(x, 1), _mm_ror_epi64(x, 8), _mm_srli_epi64(x, 7),
                                  XOR3);
}

TARGET static inline __m128i narrow_sigma1(__m128i x) {
    return _mm_ternarylogic_epi64(_mm_ror_epi64(x, 19), _mm_ror_epi64(x, 61), _mm_srli_epi64(x, 6),
                                  XOR3);
}

/* The pair eight pairs after W[i % 8], in its place. */
TARGET static inline void narrow_expand(__m128i W[8], int i) {
    const __m128i W15 = narrow_between(W[i % 8], W[(i + 1) % 8]);
    const __m128i W7 = narrow_between(W[(i + 4) % 8], W[(i + 5) % 8]);

    W[i % 8] = _mm_add_epi64(_mm_add_epi64(W[i % 8], W7), narrow_sigma0(W15));
    W[i % 8] = _mm_add_epi64(W[i % 8], narrow_sigma1(W[(i + 7) % 8]));
}
