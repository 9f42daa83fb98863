/* SPDX-License-Identifier: MIT */
/* SHA-384 and SHA-512 with AVX-512: rounds in vector registers alone, for processors whose vector
 * registers are no slower than the general ones.
 *
 * Technique: in vectors a rotation is one instruction, and each function of three words as well.
 * The schedule of four blocks is made first, two words of each in a vector of 512 bits (S. Gueron
 * and V. Krasnov, "Parallelizing message schedules to accelerate the computations of hash
 * functions", 2012). Then come the rounds, with each of a to h in the lowest lane of a register.
 * The last one to three blocks have schedules of their own, made between the rounds, and a packed
 * state of four vectors (e, a), (f, b), (g, c), (h, d): Sigma1 and Sigma0 are three rotations by
 * other amounts in each lane.
 *
 * Invariant of the packed round: with T1 = h + Sigma1(e) + Ch + K + W, the new e is d + T1 and the
 * new a is Maj + Sigma0(a) + T1. `rest` is (h + d, h) + K + W; `sum` is (Sigma1 + Ch, Sigma0 +
 * Maj). The upper lane of sum is added to that of rest, and then its lower lane to both.
 *
 * Limit: three vector units, two of which rotate (Intel's processors with AVX-512). The 16
 * operations of a round take 5.3 cycles. The schedule, for which vectors of 512 bits leave two
 * units, takes 0.9. That is 6.2 cycles a round, or 3.9 cycles/byte. Cascade Lake takes 6.5 and 0.9,
 * or 4.7 cycles/byte: 83 % of the limit are reached, since units are chosen before it is known
 * which of them will be free. The packed round has 13 operations and a chain of 6 cycles: three
 * rotations in two units (2), ternary logic, an addition, the lower lane into both, an addition.
 *
 * Rejected, with the time for 8192 bytes against this one's: the schedule between the rounds, where
 * vectors of 512 bits take a unit from all other operations (1.31); half in general registers
 * (avx512: 1.11); the packed round for all blocks (1.07); operations in other orders (1.00 to 1.2);
 * d + h + Ch before Sigma1, which has one operation more and a shorter chain (1.05); the third
 * rotation as the first operand of the XOR of three (1.02). On Zen 4, with four units, avx512 is
 * faster, and on Zen 5 avx2.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include "schedule.h"

enum { BIG_ENDIAN_WORDS = 1 };

/* One round; d becomes the new e, and h the new a. Reads the word behind KW's, too, into lanes
 * that mean nothing. The order is that in which the processor is to prefer them. */
#define ROUND(a, b, c, d, e, f, g, h, KW)                                                          \
    do {                                                                                           \
        __m128i Sigma, x, y, z;                                                                    \
        __asm__(                                                                                   \
            "vpaddq %[kw], %[H], %[H]\n\t"                                                         \
            "vprorq $14, %[E], %[Sigma]\n\t"                                                       \
            "vprorq $18, %[E], %[x]\n\t"                                                           \
            "vprorq $41, %[E], %[y]\n\t"                                                           \
            "vpternlogq %[XOR3], %[y], %[x], %[Sigma]\n\t"                                         \
            "vmovdqa64 %[E], %[z]\n\t"                                                             \
            "vpternlogq %[CH], %[G], %[F], %[z]\n\t"                                               \
            "vpaddq %[z], %[H], %[H]\n\t"                                                          \
            "vpaddq %[Sigma], %[H], %[H]\n\t"                                                      \
            "vpaddq %[H], %[D], %[D]\n\t"                                                          \
            "vprorq $28, %[A], %[Sigma]\n\t"                                                       \
            "vprorq $34, %[A], %[x]\n\t"                                                           \
            "vprorq $39, %[A], %[y]\n\t"                                                           \
            "vpternlogq %[XOR3], %[y], %[x], %[Sigma]\n\t"                                         \
            "vmovdqa64 %[A], %[z]\n\t"                                                             \
            "vpternlogq %[MAJ], %[C], %[B], %[z]\n\t"                                              \
            "vpaddq %[z], %[H], %[H]\n\t"                                                          \
            "vpaddq %[Sigma], %[H], %[H]"                                                          \
            : [D] "+v"(d), [H] "+v"(h), [Sigma] "=&v"(Sigma), [x] "=&v"(x), [y] "=&v"(y),          \
              [z] "=&v"(z)                                                                         \
            : [A] "v"(a), [B] "v"(b), [C] "v"(c), [E] "v"(e), [F] "v"(f), [G] "v"(g),              \
              [kw] "m"(*(const __m128i_u *)(KW)), [XOR3] "i"(XOR3), [CH] "i"(CH), [MAJ] "i"(MAJ)); \
    } while (0)

/* Rounds of the block whose pairs of words, constants added, begin at KW, 2 * LANES apart. */
TARGET static void block(word *H, const word *KW) {
    __m128i a = _mm_cvtsi64_si128((long long)H[0]), b = _mm_cvtsi64_si128((long long)H[1]);
    __m128i c = _mm_cvtsi64_si128((long long)H[2]), d = _mm_cvtsi64_si128((long long)H[3]);
    __m128i e = _mm_cvtsi64_si128((long long)H[4]), f = _mm_cvtsi64_si128((long long)H[5]);
    __m128i g = _mm_cvtsi64_si128((long long)H[6]), h = _mm_cvtsi64_si128((long long)H[7]);

    for (int t = 0; t < ROUNDS; t += 8, KW += 8 * LANES) {
        ROUND(a, b, c, d, e, f, g, h, KW);
        ROUND(h, a, b, c, d, e, f, g, KW + 1);
        ROUND(g, h, a, b, c, d, e, f, KW + 2 * LANES);
        ROUND(f, g, h, a, b, c, d, e, KW + 2 * LANES + 1);
        ROUND(e, f, g, h, a, b, c, d, KW + 4 * LANES);
        ROUND(d, e, f, g, h, a, b, c, KW + 4 * LANES + 1);
        ROUND(c, d, e, f, g, h, a, b, KW + 6 * LANES);
        ROUND(b, c, d, e, f, g, h, a, KW + 6 * LANES + 1);
    }
    H[0] += (word)_mm_cvtsi128_si64(a), H[1] += (word)_mm_cvtsi128_si64(b);
    H[2] += (word)_mm_cvtsi128_si64(c), H[3] += (word)_mm_cvtsi128_si64(d);
    H[4] += (word)_mm_cvtsi128_si64(e), H[5] += (word)_mm_cvtsi128_si64(f);
    H[6] += (word)_mm_cvtsi128_si64(g), H[7] += (word)_mm_cvtsi128_si64(h);
}

/* The pair eight pairs after W[i], in its place. */
TARGET static inline void expand(__m512i W[8], int i) {
    const __m512i W15 = between(W[i], W[(i + 1) % 8]);
    const __m512i W7 = between(W[(i + 4) % 8], W[(i + 5) % 8]);

    W[i] = _mm512_add_epi64(_mm512_add_epi64(W[i], W7), sigma0(W15));
    W[i] = _mm512_add_epi64(W[i], sigma1(W[(i + 7) % 8]));
}

/* Four blocks: pair i of block j is at KW[i][2j], its constants added. */
TARGET static void four_blocks(word *H, const unsigned char *M) {
    /* One row more, for what the last round reads and does not need. */
    word KW[PAIRS + 1][2 * LANES] __attribute__((aligned(64)));
    __m512i W[PAIRS_OF_BLOCK];

    for (int i = 0; i < PAIRS_OF_BLOCK; i++)
        W[i] = load_pair(M + 16 * i);
    for (int t = 0; t < PAIRS; t += PAIRS_OF_BLOCK)
#pragma GCC unroll 8
        for (int i = 0; i < PAIRS_OF_BLOCK; i++) {
            const __m128i k = _mm_loadu_si128((const __m128i *)(K + 2 * (t + i)));
            _mm512_store_si512(KW[t + i], _mm512_add_epi64(W[i], _mm512_broadcast_i64x2(k)));
            if (t < PAIRS - PAIRS_OF_BLOCK)
                expand(W, i);
        }
    _mm512_store_si512(KW[PAIRS], _mm512_setzero_si512());
    for (int j = 0; j < LANES; j++)
        block(H, KW[0] + 2 * j);
}

/* Rotations of Sigma1 in the lower lanes, of Sigma0 in the upper ones; masks of both. */
struct packed {
    __m128i first, second, third;
    __mmask8 lower, upper;
};

/* One round on X = (e, a), X1 = (f, b), X2 = (g, c), X3 = (h, d); X3 becomes the new X. */
#define PACKED_ROUND(R, X, X1, X2, X3, KW)                                                         \
    do {                                                                                           \
        __m128i sum, rest, x, y;                                                                   \
        __asm__("vprorvq %[first], %[X_], %[sum]\n\t"                                              \
                "vprorvq %[second], %[X_], %[x]\n\t"                                               \
                "vprorvq %[third], %[X_], %[y]\n\t"                                                \
                "vpternlogq %[XOR3], %[y], %[x], %[sum]\n\t"                                       \
                "vmovdqa64 %[X_], %[x]\n\t"                                                        \
                "vpternlogq %[CH], %[X2_], %[X1_], %[x]%{%[lower]%}\n\t"                           \
                "vpternlogq %[MAJ], %[X2_], %[X1_], %[x]%{%[upper]%}\n\t"                          \
                "vpaddq %[x], %[sum], %[sum]\n\t"                                                  \
                "vpermilpd $1, %[X3_], %[rest]\n\t"                                                \
                "vpaddq %[kw]%{1to2%}, %[rest], %[rest]\n\t"                                       \
                "vpaddq %[X3_], %[rest], %[rest]%{%[lower]%}\n\t"                                  \
                "vpaddq %[sum], %[rest], %[rest]%{%[upper]%}\n\t"                                  \
                "vpunpcklqdq %[sum], %[sum], %[sum]\n\t"                                           \
                "vpaddq %[sum], %[rest], %[X3_]"                                                   \
                : [X3_] "+v"(X3), [sum] "=&v"(sum), [rest] "=&v"(rest), [x] "=&v"(x), [y] "=&v"(y) \
                : [X_] "v"(X), [X1_] "v"(X1), [X2_] "v"(X2), [first] "v"((R).first),               \
                  [second] "v"((R).second), [third] "v"((R).third), [lower] "Yk"((R).lower),       \
                  [upper] "Yk"((R).upper), [kw] "m"(*(KW)), [XOR3] "i"(XOR3), [CH] "i"(CH),        \
                  [MAJ] "i"(MAJ));                                                                 \
    } while (0)

/* One block, its schedule eight pairs ahead of the rounds. */
TARGET static void one_block(word *H, const unsigned char *M) {
    const __m128i order = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
    const struct packed R = {_mm_set_epi64x(28, 14), _mm_set_epi64x(34, 18), _mm_set_epi64x(39, 41),
                             1, 2};
    const __m128i abcd[2] = {_mm_loadu_si128((const __m128i *)H),
                             _mm_loadu_si128((const __m128i *)(H + 2))};
    const __m128i efgh[2] = {_mm_loadu_si128((const __m128i *)(H + 4)),
                             _mm_loadu_si128((const __m128i *)(H + 6))};
    __m128i X = _mm_unpacklo_epi64(efgh[0], abcd[0]), X1 = _mm_unpackhi_epi64(efgh[0], abcd[0]);
    __m128i X2 = _mm_unpacklo_epi64(efgh[1], abcd[1]), X3 = _mm_unpackhi_epi64(efgh[1], abcd[1]);
    word KW[2 * PAIRS_OF_BLOCK] __attribute__((aligned(16)));
    __m128i W[PAIRS_OF_BLOCK];

    for (int i = 0; i < PAIRS_OF_BLOCK; i++)
        W[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(M + 16 * i)), order);
    for (int t = 0; t < ROUNDS; t += 16)
#pragma GCC unroll 4
        for (int i = 0; i < PAIRS_OF_BLOCK; i += 2) {
#pragma GCC unroll 2
            for (int j = i; j < i + 2; j++) {
                const __m128i k = _mm_loadu_si128((const __m128i *)(K + t + 2 * j));
                _mm_store_si128((__m128i *)(KW + 2 * j), _mm_add_epi64(W[j], k));
                if (t < ROUNDS - 16)
                    narrow_expand(W, j);
            }
            PACKED_ROUND(R, X, X1, X2, X3, KW + 2 * i);
            PACKED_ROUND(R, X3, X, X1, X2, KW + 2 * i + 1);
            PACKED_ROUND(R, X2, X3, X, X1, KW + 2 * i + 2);
            PACKED_ROUND(R, X1, X2, X3, X, KW + 2 * i + 3);
        }
    _mm_storeu_si128((__m128i *)H, _mm_add_epi64(abcd[0], _mm_unpackhi_epi64(X, X1)));
    _mm_storeu_si128((__m128i *)(H + 2), _mm_add_epi64(abcd[1], _mm_unpackhi_epi64(X2, X3)));
    _mm_storeu_si128((__m128i *)(H + 4), _mm_add_epi64(efgh[0], _mm_unpacklo_epi64(X, X1)));
    _mm_storeu_si128((__m128i *)(H + 6), _mm_add_epi64(efgh[1], _mm_unpacklo_epi64(X2, X3)));
}

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    for (; n >= LANES; n -= LANES, in += LANES * BLOCK)
        four_blocks(H, in);
    for (; n; n--, in += BLOCK)
        one_block(H, in);
}

#include "iterate.h"
