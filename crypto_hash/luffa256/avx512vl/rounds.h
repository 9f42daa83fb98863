/* SPDX-License-Identifier: MIT */
/*
 * Luffa with three sub-states in four vectors of 256 bits. vector.h holds a step's operations, and
 * says what bounds it.
 *
 * Technique: the two groups that SubCrumb takes lie side by side, so it is computed once for both:
 * X0 = (a0 | a5), X1 = (a1 | a6), X2 = (a2 | a7), X3 = (a3 | a4). A 64-bit half of a 128-bit lane
 * is a word of two sub-states: the lower lane holds V_0 and V_1, the upper one V_2 and a copy of
 * V_0. MixWord takes two pairs of words at once, U01 = (a0 | a1) with V01 = (a4 | a5) and U23 = (a2
 * | a3) with V23 = (a6 | a7). From one arrangement to the other and back, each vector is one
 * shuffle or blend of two, all inside lanes: halves are the finest grain at which this works
 * without crossing.
 *
 * Each sub-state but its neighbour and itself is missing in the sum of a pair; with the copy of V_0
 * one shuffle across lanes brings it to all of them.
 *
 * The multiples of the block are picked out of its words M and of sums N of two or three of them;
 * they are ready before the state is.
 *
 * Rejected: one word of all sub-states in a vector of 128 bits, which needs no shuffles, but
 * SubCrumb twice and MixWord four times.
 */
#include "vector.h"

typedef struct {
    vector X[4], sum[4];
} state;

#define WORD_ROW(v0, v1, v2, v3, v4)                                                               \
    { v0, v1, v2, v0 ^ v1 ^ v2 }
static const uint32_t initial[8][4] = {INITIAL_VALUE(WORD_ROW)};

/* Words k and l as a vector (k | l), and their sums. */
#define WORDS(k, l)                                                                                \
    _mm256_setr_epi32((int)initial[k][0], (int)initial[k][1], (int)initial[l][0],                  \
                      (int)initial[l][1], (int)initial[k][2], (int)initial[k][0],                  \
                      (int)initial[l][2], (int)initial[l][0])
#define SUMS(k, l)                                                                                 \
    _mm256_broadcastsi128_si256(_mm_setr_epi32((int)initial[k][3], (int)initial[k][3],             \
                                               (int)initial[l][3], (int)initial[l][3]))

TARGET static void start(state *at) {
    at->X[0] = WORDS(0, 5), at->X[1] = WORDS(1, 6), at->X[2] = WORDS(2, 7), at->X[3] = WORDS(3, 4);
    at->sum[0] = SUMS(0, 5), at->sum[1] = SUMS(1, 6), at->sum[2] = SUMS(2, 7),
    at->sum[3] = SUMS(3, 4);
}

#define LOW_HALVES(a, b) _mm256_unpacklo_epi64(a, b)
#define HIGH_HALVES(a, b) _mm256_unpackhi_epi64(a, b)
#define HIGH_OF_FIRST_LOW_OF_SECOND(a, b)                                                          \
    _mm256_castpd_si256(_mm256_shuffle_pd(_mm256_castsi256_pd(a), _mm256_castsi256_pd(b), 0x5))
#define LOW_OF_FIRST_HIGH_OF_SECOND(a, b) _mm256_blend_epi32(a, b, 0xcc)

/* Big-endian words m_0 .. m_7. */
INLINE vector load_block(const unsigned char *in) {
    return _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)(const void *)in),
                               _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                   3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)));
}

#define PICKED(a, i0, i1, i2, i3, i4, i5, i6, i7)                                                  \
    _mm256_permutevar8x32_epi32(a, _mm256_setr_epi32(i0, i1, i2, i3, i4, i5, i6, i7))

/* m0 + m7, m1 + m6, m2 + m7, m3 + m7, and in the last two places m6 + m7, m2 + m6 + m7. */
INLINE vector sums_of_words(vector M) {
    vector last_m6 =
        _mm256_blend_epi32(_mm256_setzero_si256(), PICKED(M, 6, 6, 6, 6, 6, 6, 6, 6), 0x80);
    return XOR3(M, PICKED(M, 7, 6, 7, 7, 7, 7, 7, 2), last_m6);
}
enum { M0_7 = 8, M1_6, M2_7, M3_7, M6_7 = 14, M2_6_7 };

/* The sum of the sub-states in each place. */
INLINE vector sum_of(vector X) {
    vector neighbour = _mm256_shuffle_epi32(X, 0xb1);
    return XOR3(X, neighbour, PICKED(X, 4, 4, 6, 6, 1, 1, 3, 3));
}

TARGET static void rounds(state *at, const unsigned char *in, unsigned long long blocks) {
    const vector tweak = _mm256_setr_epi32(0, 0, 0, 1, 0, 0, 2, 0);
    const vector low = _mm256_set_epi64x(0, -1, 0, -1);
    vector X0 = at->X[0], X1 = at->X[1], X2 = at->X[2], X3 = at->X[3];
    vector S0 = at->sum[0], S1 = at->sum[1], S2 = at->sum[2], S3 = at->sum[3];

    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        vector M = load_block(in), N = sums_of_words(M), s7 = _mm256_shuffle_epi32(S2, 0xee);

        X0 = XOR3(X0, PICKED_OF_TWO(M, N, 0, 7, 5, 4, 6, 0, M3_7, 5), HIGH_HALVES(S2, S3));
        X1 = XOR(X1, PICKED_OF_TWO(M, N, 1, M0_7, 6, 5, M6_7, 1, 4, 6));
        X1 = XOR3(X1, S0, AND(s7, low));
        X2 = XOR3(X2, PICKED_OF_TWO(M, N, 2, 1, 7, 6, M0_7, 2, 5, 7), S1);
        X3 = XOR(X3, PICKED_OF_TWO(M, N, 3, M2_7, 4, M3_7, M1_6, 3, M2_6_7, 4));
        X3 = XOR3(X3, LOW_HALVES(S2, S3), s7);

        X0 = ROTATE_EACH(X0, tweak);
        X1 = ROTATE_EACH(X1, tweak);
        X2 = ROTATE_EACH(X2, tweak);
        X3 = ROTATE_EACH(X3, tweak);
        PERMUTE(X0, X1, X2, X3);

        S0 = sum_of(X0);
        S1 = sum_of(X1);
        S2 = sum_of(X2);
        S3 = sum_of(X3);
    }
    at->X[0] = X0, at->X[1] = X1, at->X[2] = X2, at->X[3] = X3;
    at->sum[0] = S0, at->sum[1] = S1, at->sum[2] = S2, at->sum[3] = S3;
}

static void put_sum(unsigned char *out, const state *at) {
    uint32_t S[4][8];

    memcpy(S, at->sum, sizeof S);
    for (int k = 0; k < 8; ++k) {
        uint32_t word = __builtin_bswap32(k < 4 ? S[k][0] : S[(k + 3) % 4][2]);
        memcpy(out + 4 * k, &word, 4);
    }
}
