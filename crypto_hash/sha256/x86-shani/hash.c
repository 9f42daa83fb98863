/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 with the SHA instructions of x86.
 *
 * Technique: SHA256RNDS2 does two rounds on a state in two registers, {a,b,e,f} and {c,d,g,h}.
 * After two rounds the old first pair is the new second one, so the registers only change places.
 * SHA256MSG1 and SHA256MSG2 compute the sigmas of four words of the schedule; a PALIGNR and an
 * addition bring in W[t-7]. The state stays in the instructions' order from block to block.
 *
 * Limit: each SHA256RNDS2 waits for the one before, 4 cycles on Zen 4 (measured). A block has 32 of
 * them and the addition of its first state: 129 cycles, or 2.02 cycles/byte. Zen 4 and Zen 5 reach
 * that. All else, some 120 instructions a block, is hidden behind the chain.
 *
 * Rejected: vector rounds with AVX-512's rotations and ternary logic (avx512vl). A round has a
 * chain of 4 cycles there, a rotation (2), a ternary XOR and an addition; here two rounds have it.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include <immintrin.h>

enum { BIG_ENDIAN_WORDS = 1 };

#include "upper_halves.h"

#define TARGET __attribute__((target("sse4.1,sha")))
typedef __m128i W4;

TARGET static inline W4 load(const unsigned char *in) {
    const W4 swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

    return _mm_shuffle_epi8(_mm_loadu_si128((const W4 *)in), swap);
}

/* Four rounds on abef = S[0] and cdgh = S[1]. */
TARGET static inline void four_rounds(W4 S[2], W4 W, int t) {
    const W4 WK = _mm_add_epi32(W, _mm_loadu_si128((const W4 *)(K + t)));

    S[1] = _mm_sha256rnds2_epu32(S[1], S[0], WK);
    S[0] = _mm_sha256rnds2_epu32(S[0], S[1], _mm_shuffle_epi32(WK, 0x0e));
}

/* W[t..t+3] from the sixteen words before, in order w0 to w3. */
TARGET static inline W4 schedule(W4 w0, W4 w1, W4 w2, W4 w3) {
    const W4 W7 = _mm_alignr_epi8(w3, w2, 4);

    return _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), W7), w3);
}

#include "fours.h"

TARGET static inline void compress(W4 S[2], const unsigned char *M) {
    const W4 abef = S[0], cdgh = S[1];

    all_rounds(S, M);
    S[0] = _mm_add_epi32(S[0], abef);
    S[1] = _mm_add_epi32(S[1], cdgh);
}

/* From the standard's order to that of the instructions: from the lowest word up, dcba and hgfe
 * become feba and hgdc. The same steps lead back. */
TARGET APART static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    clear_upper_halves();
    const W4 abcd = _mm_shuffle_epi32(_mm_loadu_si128((const W4 *)H), 0x1b);
    const W4 efgh = _mm_shuffle_epi32(_mm_loadu_si128((const W4 *)(H + 4)), 0x1b);
    W4 S[2] = {_mm_unpackhi_epi64(efgh, abcd), _mm_unpacklo_epi64(efgh, abcd)};

    for (; n; n--, in += BLOCK)
        compress(S, in);
    const W4 dcba = _mm_shuffle_epi32(_mm_unpackhi_epi64(S[1], S[0]), 0x1b);
    const W4 hgfe = _mm_shuffle_epi32(_mm_unpacklo_epi64(S[1], S[0]), 0x1b);
    _mm_storeu_si128((W4 *)H, dcba);
    _mm_storeu_si128((W4 *)(H + 4), hgfe);
}

#include "iterate.h"
