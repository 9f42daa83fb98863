/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 with the SHA instructions of x86.
 *
 * Technique: SHA256RNDS2 does two rounds on the state in two registers, {a,b,e,f} and {c,d,g,h};
 * after two rounds the old first pair is the new second one, so the registers only change places.
 * SHA256MSG1 and SHA256MSG2 do the small sigmas of four words of the schedule; a PALIGNR and an
 * addition bring in W[t-7]. The state stays in the instructions' order from block to block.
 *
 * Invariant: when rounds t to t+3 begin, m[t/4 % 4] holds W[t..t+3], and the other three the
 * twelve words before it or, for those not needed any more, after it.
 *
 * Bound: each SHA256RNDS2 waits for the one before, 4 cycles on Zen 4 (measured): 32 of them and
 * the addition of the block's first state are 129 cycles, 2.02 cycles/byte. All else (some
 * 120 instructions a block) hides behind the chain.
 *
 * Rejected: vector rounds with AVX-512's rotations and ternary logic. Their chain is 4 cycles for
 * one round, not two: a rotation (2), a ternary XOR and an addition.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include <immintrin.h>

enum { BIG_ENDIAN_WORDS = 1 };

#define SHANI __attribute__((target("sse4.1,sha")))

/* Four rounds on abef = S[0] and cdgh = S[1]. */
SHANI static inline void four_rounds(__m128i S[2], __m128i W, int t) {
    const __m128i WK = _mm_add_epi32(W, _mm_loadu_si128((const __m128i *)(K + t)));

    S[1] = _mm_sha256rnds2_epu32(S[1], S[0], WK);
    S[0] = _mm_sha256rnds2_epu32(S[0], S[1], _mm_shuffle_epi32(WK, 0x0e));
}

/* W[t..t+3] from the sixteen words before, in order w0 to w3. */
SHANI static inline __m128i schedule(__m128i w0, __m128i w1, __m128i w2, __m128i w3) {
    const __m128i W7 = _mm_alignr_epi8(w3, w2, 4);

    return _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), W7), w3);
}

SHANI static inline void compress(__m128i S[2], const unsigned char *M) {
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i old0 = S[0], old1 = S[1];
    __m128i m[4];

    for (int i = 0; i < 4; i++) {
        m[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(M + 16 * i)), swap);
        four_rounds(S, m[i], 4 * i);
    }
    for (int t = 16; t < ROUNDS; t += 16) {
        m[0] = schedule(m[0], m[1], m[2], m[3]);
        four_rounds(S, m[0], t);
        m[1] = schedule(m[1], m[2], m[3], m[0]);
        four_rounds(S, m[1], t + 4);
        m[2] = schedule(m[2], m[3], m[0], m[1]);
        four_rounds(S, m[2], t + 8);
        m[3] = schedule(m[3], m[0], m[1], m[2]);
        four_rounds(S, m[3], t + 12);
    }
    S[0] = _mm_add_epi32(S[0], old0);
    S[1] = _mm_add_epi32(S[1], old1);
}

/* From the standard's order to that of the instructions: from the lowest word up, dcba and hgfe
 * become feba and hgdc. The same steps lead back. */
SHANI static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    const __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)H), 0x1b);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(H + 4)), 0x1b);
    __m128i S[2] = {_mm_unpackhi_epi64(efgh, abcd), _mm_unpacklo_epi64(efgh, abcd)};

    for (; n; n--, in += BLOCK)
        compress(S, in);
    const __m128i dcba = _mm_shuffle_epi32(_mm_unpackhi_epi64(S[1], S[0]), 0x1b);
    const __m128i hgfe = _mm_shuffle_epi32(_mm_unpacklo_epi64(S[1], S[0]), 0x1b);
    _mm_storeu_si128((__m128i *)H, dcba);
    _mm_storeu_si128((__m128i *)(H + 4), hgfe);
}

#include "iterate.h"
