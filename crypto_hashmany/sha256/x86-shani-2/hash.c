/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 of two messages at once with the SHA instructions of x86: FIPS 180-4.
 *
 * Technique: the rounds of crypto_hash/sha256/x86-shani for two messages, four by four. Rounds of
 * one message wait for each other; those of the other fill the time. A last message without a
 * partner goes alone.
 *
 * Bound: Ice Lake takes a SHA256RNDS2 every 3 cycles, and a SHA256MSG1 or SHA256MSG2 every 5, if
 * none waits for another; 32, 12 and 12 of them, mixed as in a block, take 136 cycles (measured)
 * and are 2.12 cycles/byte. One message takes 164 there, so two gain little. Zen, with a
 * SHA256RNDS2 every 2 cycles and a latency of 4, has more to gain.
 *
 * Rejected: three messages. Twelve registers for schedules leave no room for states of three.
 */
#include "crypto_hashmany.h"
#define crypto_hash_BYTES crypto_hashmany_BYTES

#include "parameters.h"
#include <immintrin.h>

enum { BIG_ENDIAN_WORDS = 1 };

#include "message_end.h"
#include "upper_halves.h"

#define TARGET __attribute__((target("sse4.1,sha")))
#define INLINE TARGET static inline __attribute__((always_inline))
typedef __m128i W4;

/* What is known of one message: its state {a,b,e,f} and {c,d,g,h}, and sixteen words of schedule.
 */
typedef struct {
    W4 S[2], m[4];
} stream;

INLINE W4 load(const unsigned char *in) {
    const W4 swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

    return _mm_shuffle_epi8(_mm_loadu_si128((const W4 *)in), swap);
}

INLINE void four_rounds(W4 S[2], W4 W, int t) {
    const W4 WK = _mm_add_epi32(W, _mm_loadu_si128((const W4 *)(K + t)));

    S[1] = _mm_sha256rnds2_epu32(S[1], S[0], WK);
    S[0] = _mm_sha256rnds2_epu32(S[0], S[1], _mm_shuffle_epi32(WK, 0x0e));
}

/* W[t..t+3] in the place of W[t-16..t-13]. */
INLINE void schedule(W4 m[4], int t) {
    const int i = t / 4;
    const W4 last = m[(i + 3) % 4], W7 = _mm_alignr_epi8(last, m[(i + 2) % 4], 4);

    m[i % 4] = _mm_sha256msg2_epu32(
        _mm_add_epi32(_mm_sha256msg1_epu32(m[i % 4], m[(i + 1) % 4]), W7), last);
}

/* `n` blocks of every message. */
INLINE void all_blocks(stream *x, const unsigned char *const *in, size_t n, int streams) {
    for (size_t at = 0; n; n--, at += BLOCK) {
        W4 before[2][2];

        for (int s = 0; s < streams; s++) {
            before[s][0] = x[s].S[0];
            before[s][1] = x[s].S[1];
        }
#pragma GCC unroll 16
        for (int t = 0; t < ROUNDS; t += 4)
#pragma GCC unroll 2
            for (int s = 0; s < streams; s++) {
                if (t < 16)
                    x[s].m[t / 4] = load(in[s] + at + 4 * t);
                else
                    schedule(x[s].m, t);
                four_rounds(x[s].S, x[s].m[t / 4 % 4], t);
            }
        for (int s = 0; s < streams; s++) {
            x[s].S[0] = _mm_add_epi32(x[s].S[0], before[s][0]);
            x[s].S[1] = _mm_add_epi32(x[s].S[1], before[s][1]);
        }
    }
}

/* From the standard's order to that of the instructions: from the lowest word up, dcba and hgfe
 * become feba and hgdc. The same steps lead back. */
INLINE void open_state(W4 S[2], const word H[8]) {
    const W4 abcd = _mm_shuffle_epi32(_mm_loadu_si128((const W4 *)H), 0x1b);
    const W4 efgh = _mm_shuffle_epi32(_mm_loadu_si128((const W4 *)(H + 4)), 0x1b);

    S[0] = _mm_unpackhi_epi64(efgh, abcd);
    S[1] = _mm_unpacklo_epi64(efgh, abcd);
}

INLINE void close_state(word H[8], const W4 S[2]) {
    _mm_storeu_si128((W4 *)H, _mm_shuffle_epi32(_mm_unpackhi_epi64(S[1], S[0]), 0x1b));
    _mm_storeu_si128((W4 *)(H + 4), _mm_shuffle_epi32(_mm_unpacklo_epi64(S[1], S[0]), 0x1b));
}

TARGET APART static void one(word H[][8], const unsigned char *const *in, size_t n) {
    clear_upper_halves();
    stream x[1];

    open_state(x[0].S, H[0]);
    all_blocks(x, in, n, 1);
    close_state(H[0], x[0].S);
}

TARGET APART static void two(word H[][8], const unsigned char *const *in, size_t n) {
    clear_upper_halves();
    stream x[2];

    open_state(x[0].S, H[0]);
    open_state(x[1].S, H[1]);
    all_blocks(x, in, n, 2);
    close_state(H[0], x[0].S);
    close_state(H[1], x[1].S);
}

int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                    unsigned long long count) {
    const size_t whole = (size_t)(inlen / BLOCK);

    while (count) {
        const int streams = count < 2 ? 1 : 2;
        const unsigned char *from[2], *ends[2];
        unsigned char end[2][END_ROOM];
        word H[2][8];
        size_t rest = 0;

        for (int s = 0; s < streams; s++) {
            from[s] = in + (unsigned)s * inlen;
            ends[s] = end[s];
            rest = pad(end[s], from[s] + whole * BLOCK, inlen);
            memcpy(H[s], INITIAL, sizeof INITIAL);
        }
        if (streams == 2) {
            two(H, from, whole);
            two(H, ends, rest);
        } else {
            one(H, from, whole);
            one(H, ends, rest);
        }
        for (int s = 0; s < streams; s++, count--) {
            store_digest(out, H[s]);
            out += crypto_hashmany_BYTES;
            in += inlen;
        }
    }
    return 0;
}
