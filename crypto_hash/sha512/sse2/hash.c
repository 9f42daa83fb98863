/* SPDX-License-Identifier: MIT */
/* SHA-384 and SHA-512 with SSE2, for processors whose general registers have 32 bits.
 *
 * Technique: each of the eight variables is the lower half of a vector register, where additions
 * and shifts of 64 bits are one instruction. The schedule uses both halves: two words at a time,
 * sixteen rounds ahead.
 *
 * Invariant: after eight rounds the variables are back in their places; nothing reads their upper
 * halves. When rounds t to t+15 begin, W[i] holds the words of rounds t+2i and t+2i+1.
 *
 * Limit: operations. A round has 36, a pair of expanded words 23, and a pair that gets its
 * constants 2: 3700 a block. At four a cycle that is 7.2 cycles/byte, besides copies of registers
 * and the variables for which there is no register. Zen 4 takes 9.2: 79 % of the limit are reached.
 * Where AVX-512VL may be used, clang makes rotations and ternary logic of this by itself, and Zen 4
 * takes 7.4. Zen 5 takes 11.6.
 *
 * Rejected: 64-bit words in pairs of 32-bit registers (opt64): 2.5 times as long, and 3.5 times
 * without AVX-512. Intrinsics of AVX-512 here: gcc could do then what clang does anyway.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include <emmintrin.h>

enum { BIG_ENDIAN_WORDS = 1 };

#include "message_end.h"

#define TARGET __attribute__((target("sse2")))

#define ROTR(n, x) _mm_xor_si128(_mm_srli_epi64(x, n), _mm_slli_epi64(x, 64 - (n)))

TARGET static inline __m128i xor3(__m128i x, __m128i y, __m128i z) {
    return _mm_xor_si128(_mm_xor_si128(x, y), z);
}

TARGET static inline __m128i Sigma0(__m128i x) {
    return xor3(ROTR(28, x), ROTR(34, x), ROTR(39, x));
}

TARGET static inline __m128i Sigma1(__m128i x) {
    return xor3(ROTR(14, x), ROTR(18, x), ROTR(41, x));
}

TARGET static inline __m128i sigma0(__m128i x) {
    return xor3(ROTR(1, x), ROTR(8, x), _mm_srli_epi64(x, 7));
}

TARGET static inline __m128i sigma1(__m128i x) {
    return xor3(ROTR(19, x), ROTR(61, x), _mm_srli_epi64(x, 6));
}

TARGET static inline __m128i Ch(__m128i x, __m128i y, __m128i z) {
    return _mm_xor_si128(_mm_and_si128(_mm_xor_si128(y, z), x), z);
}

TARGET static inline __m128i Maj(__m128i x, __m128i y, __m128i z) {
    return _mm_or_si128(_mm_and_si128(_mm_or_si128(x, y), z), _mm_and_si128(x, y));
}

/* One round; S[7] becomes the new a, S[3] the new e, for S rotated by t. */
TARGET static inline void one_round(__m128i S[8], const word *KW, int t) {
    __m128i *a = S + (8 - t) % 8, *b = S + (9 - t) % 8, *c = S + (10 - t) % 8;
    __m128i *d = S + (11 - t) % 8, *e = S + (12 - t) % 8, *f = S + (13 - t) % 8;
    __m128i *g = S + (14 - t) % 8, *h = S + (15 - t) % 8;
    const __m128i hKW = _mm_add_epi64(*h, _mm_loadl_epi64((const __m128i *)(KW + t)));
    const __m128i T1 = _mm_add_epi64(_mm_add_epi64(hKW, Ch(*e, *f, *g)), Sigma1(*e));

    *d = _mm_add_epi64(*d, T1);
    *h = _mm_add_epi64(_mm_add_epi64(T1, Maj(*a, *b, *c)), Sigma0(*a));
}

/* The later word of one pair and the earlier of the next. */
TARGET static inline __m128i between(__m128i x, __m128i y) {
    return _mm_castpd_si128(_mm_shuffle_pd(_mm_castsi128_pd(x), _mm_castsi128_pd(y), 1));
}

/* The pair eight pairs after W[i], in its place. */
TARGET static inline void expand(__m128i W[8], int i) {
    const __m128i W15 = between(W[i], W[(i + 1) % 8]);
    const __m128i W7 = between(W[(i + 4) % 8], W[(i + 5) % 8]);

    W[i] = _mm_add_epi64(_mm_add_epi64(W[i], W7), sigma0(W15));
    W[i] = _mm_add_epi64(W[i], sigma1(W[(i + 7) % 8]));
}

TARGET static inline __m128i load_pair(const unsigned char *M) {
    return _mm_set_epi64x((long long)load_word(M + 8), (long long)load_word(M));
}

TARGET static void compress(word *H, const unsigned char *M) {
    __m128i S[8], W[8];
    word KW[8];

    for (int i = 0; i < 8; i++) {
        S[i] = _mm_loadl_epi64((const __m128i *)(H + i));
        W[i] = load_pair(M + 16 * i);
    }
    for (int t = 0; t < ROUNDS; t += 8) {
        __m128i *half = W + t / 2 % 8;
        for (int i = 0; i < 4; i++) {
            const __m128i k = _mm_loadu_si128((const __m128i *)(K + t + 2 * i));
            _mm_storeu_si128((__m128i *)(KW + 2 * i), _mm_add_epi64(half[i], k));
        }
        if (t < ROUNDS - 16)
            for (int i = 0; i < 4; i++)
                expand(W, t / 2 % 8 + i);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            one_round(S, KW, i);
    }
    for (int i = 0; i < 8; i++) {
        const __m128i old = _mm_loadl_epi64((const __m128i *)(H + i));
        _mm_storel_epi64((__m128i *)(H + i), _mm_add_epi64(S[i], old));
    }
}

TARGET static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    for (; n; n--, in += BLOCK)
        compress(H, in);
}

#include "iterate.h"
