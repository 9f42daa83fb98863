/* SPDX-License-Identifier: MIT */
/* SHA-1 with the SHA instructions of x86.
 *
 * Technique: SHA1RNDS4 does four rounds on {a,b,c,d}; the fifth variable comes with the words of
 * the schedule. SHA1NEXTE makes it for the next four rounds from the a of four rounds ago, and adds
 * the words. SHA1MSG1 and SHA1MSG2 with one XOR between them make four words of the schedule.
 *
 * Invariant: in each register the earliest word, or a, is the highest of four. Before rounds 4i to
 * 4i+3, S[0] is {a,b,c,d}, and S[1] is the S[0] of four rounds ago, whose a is the present e before
 * its rotation. m[i % 4] holds the words of these rounds, and the others those around them. Between
 * blocks S[1] is e itself.
 *
 * Limit: each SHA1RNDS4 waits for the one before, 6 cycles on Zen 4 (measured). A block has 20 of
 * them and the addition of its first state: 121 cycles, or 1.89 cycles/byte. Zen 4 and Zen 5 take
 * 1.9. SHA1NEXTE (2 cycles) works on older values, and all else is schedule; both are hidden behind
 * the chain.
 *
 * Rejected: rounds without these instructions. Their chain is a rotation and an addition for each
 * of 80 rounds: 160 cycles in general registers, 240 in vectors.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include <immintrin.h>

#include "upper_halves.h"

#define TARGET __attribute__((target("sse4.1,sha")))

/* Four rounds with e to which words are added. f is a constant of the instruction: four calls. */
TARGET static inline __m128i four_rounds(__m128i abcd, __m128i eW, int f) {
    switch (f) {
    case 0:
        return _mm_sha1rnds4_epu32(abcd, eW, 0);
    case 1:
        return _mm_sha1rnds4_epu32(abcd, eW, 1);
    case 2:
        return _mm_sha1rnds4_epu32(abcd, eW, 2);
    default:
        return _mm_sha1rnds4_epu32(abcd, eW, 3);
    }
}

/* W[t..t+3] from the sixteen words before, in order w0 to w3. */
TARGET static inline __m128i schedule(__m128i w0, __m128i w1, __m128i w2, __m128i w3) {
    return _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w0, w1), w2), w3);
}

/* Rounds 4i to 4i+3. */
TARGET static inline void step(__m128i S[2], __m128i m[4], int i) {
    const __m128i old = S[0];

    if (i >= 4)
        m[i % 4] = schedule(m[i % 4], m[(i + 1) % 4], m[(i + 2) % 4], m[(i + 3) % 4]);
    const __m128i eW = i ? _mm_sha1nexte_epu32(S[1], m[i % 4]) : _mm_add_epi32(S[1], m[0]);
    S[0] = four_rounds(old, eW, i / 5);
    S[1] = old;
}

TARGET static inline void compress(__m128i S[2], const unsigned char *M) {
    const __m128i swap = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
    const __m128i old0 = S[0], old1 = S[1];
    __m128i m[4];

    for (int i = 0; i < 4; i++)
        m[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(M + 16 * i)), swap);
#pragma GCC unroll 20
    for (int i = 0; i < ROUNDS / 4; i++)
        step(S, m, i);
    S[0] = _mm_add_epi32(S[0], old0);
    S[1] = _mm_sha1nexte_epu32(S[1], old1);
}

TARGET APART static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    clear_upper_halves();
    __m128i S[2] = {_mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)H), 0x1b),
                    _mm_set_epi32((int)H[4], 0, 0, 0)};

    for (; n; n--, in += BLOCK)
        compress(S, in);
    _mm_storeu_si128((__m128i *)H, _mm_shuffle_epi32(S[0], 0x1b));
    H[4] = (word)_mm_extract_epi32(S[1], 3);
}

#include "iterate.h"
