/* SPDX-License-Identifier: MIT */
/* SHA-384 and SHA-512 with AVX-512: half of each round in general registers, half in vectors.
 *
 * Technique: e to h live in general registers. a to d live in the lowest lanes of vector registers,
 * where a rotation is one instruction, and Maj as well. In a round, e goes into a vector and d,
 * which is the a of three rounds ago, comes back. The schedule of four blocks is made at once, two
 * words of each in a vector, while the four blocks before are hashed: one pair of words of each
 * with every eight rounds. S. Gueron and V. Krasnov, "Parallelizing message schedules to accelerate
 * the computations of hash functions" (2012), had the schedule of several blocks first. The last
 * one to three blocks have narrow schedules of their own.
 *
 * Invariant: with T1 = h + Sigma1(e) + Ch + K + W, the new e is d + T1, and the new a is Sigma0(a)
 * + Maj + T1. That is computed as Sigma0(a) + (Maj - d) + e, so that only one value crosses over.
 * Sigma1, the latest term, is added last.
 *
 * Limit: two chains, from e to e in 4 cycles (three rotations in two units, two XORs, one addition)
 * and from a to a in 5 (three rotations in two units, ternary logic, an addition). The longer one
 * takes 400 cycles a block, or 3.1 cycles/byte. Zen 4 takes 6.7 cycles a round, 4.2 cycles/byte: 74
 * % of the limit are reached. Without the schedule it takes 5.9 cycles a round, since both chains
 * compete with the other operations for two rotating units each. On Cascade Lake, with three vector
 * units instead of four, it takes 5.3 cycles/byte, and avx512-vector is faster there. On Zen 5 it
 * takes 5.4, and avx2 4.1.
 *
 * Rejected, with the time of a round without its schedule against this one's: all in general
 * registers (1.17), all in vectors (1.18), a and e in two lanes of one vector (1.45), e to h in
 * vectors and a to d in general registers (1.10), T1 instead of e crossing over, which saves an
 * operation but has a longer chain (1.08), Sigma0's third rotation from two shifts, which have a
 * unit of their own (1.04). The schedule of the next four blocks in one go between the blocks: 1.05
 * in all. On Cascade Lake, in all: a quarter of it before each block, 0.98 with gcc and 1.02 with
 * clang; the schedule of two blocks at once in vectors of 256 bits, 1.08; a pair of words after the
 * rounds instead of before them, up to 1.09 with gcc, because of the order that it gives the loop.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include "schedule.h"

enum { BIG_ENDIAN_WORDS = 1 };

/* The words of four blocks, in pairs: W[2i] and W[2i+1] of block j are W[i][2j] and W[i][2j+1].
 * KW has the rounds' constants added. */
struct schedule {
    word W[PAIRS][2 * LANES], KW[PAIRS][2 * LANES];
} __attribute__((aligned(64)));

struct state {
    __m128i a, b, c, d;
    uint64_t e, f, g, h;
};

/* Makes x be computed as written. */
#define hold(x) __asm__("" : "+r"(x))
#define hold_vector(x) __asm__("" : "+v"(x))

/* Two units rotate. The two rotations that come first are also summed first; compilers put the
 * third one, which waits for a unit, into the first sum and make the chain a cycle longer. */
static inline uint64_t Sigma1(uint64_t e) {
    uint64_t sum, x;

    __asm__("rorx $14, %2, %0\n\t"
            "rorx $18, %2, %1\n\t"
            "xor %1, %0\n\t"
            "rorx $41, %2, %1\n\t"
            "xor %1, %0"
            : "=&r"(sum), "=&r"(x)
            : "r"(e)
            : "cc");
    return sum;
}

/* One round; d becomes the new a, and h the new e. */
#define ROUND(a, b, c, d, e, f, g, h, KW)                                                          \
    do {                                                                                           \
        const __m128i less_d = _mm_sub_epi64(_mm_ternarylogic_epi64(a, b, c, MAJ), d);             \
        h += KW;                                                                                   \
        h += (uint64_t)_mm_cvtsi128_si64(d);                                                       \
        hold(h);                                                                                   \
        h += ((f ^ g) & e) ^ g;                                                                    \
        hold(h);                                                                                   \
        h += Sigma1(e);                                                                            \
        d = _mm_add_epi64(_mm_cvtsi64_si128((long long)h), less_d);                                \
        hold_vector(d);                                                                            \
        d = _mm_add_epi64(d, _mm_ternarylogic_epi64(_mm_ror_epi64(a, 28), _mm_ror_epi64(a, 34),    \
                                                    _mm_ror_epi64(a, 39), XOR3));                  \
    } while (0)

/* Eight rounds with the words at KW, pairs of which are `stride` words apart. */
TARGET static inline __attribute__((always_inline)) void eight_rounds(struct state *S,
                                                                      const word *KW, int stride) {
    __m128i a = S->a, b = S->b, c = S->c, d = S->d;
    uint64_t e = S->e, f = S->f, g = S->g, h = S->h;

    ROUND(a, b, c, d, e, f, g, h, KW[0]);
    ROUND(d, a, b, c, h, e, f, g, KW[1]);
    ROUND(c, d, a, b, g, h, e, f, KW[stride]);
    ROUND(b, c, d, a, f, g, h, e, KW[stride + 1]);
    ROUND(a, b, c, d, e, f, g, h, KW[2 * stride]);
    ROUND(d, a, b, c, h, e, f, g, KW[2 * stride + 1]);
    ROUND(c, d, a, b, g, h, e, f, KW[3 * stride]);
    ROUND(b, c, d, a, f, g, h, e, KW[3 * stride + 1]);
    S->a = a, S->b = b, S->c = c, S->d = d;
    S->e = e, S->f = f, S->g = g, S->h = h;
}

TARGET static inline struct state start(const word *H) {
    const struct state S = {_mm_cvtsi64_si128((long long)H[0]),
                            _mm_cvtsi64_si128((long long)H[1]),
                            _mm_cvtsi64_si128((long long)H[2]),
                            _mm_cvtsi64_si128((long long)H[3]),
                            H[4],
                            H[5],
                            H[6],
                            H[7]};

    return S;
}

TARGET static inline void finish(word *H, struct state S) {
    H[0] += (word)_mm_cvtsi128_si64(S.a);
    H[1] += (word)_mm_cvtsi128_si64(S.b);
    H[2] += (word)_mm_cvtsi128_si64(S.c);
    H[3] += (word)_mm_cvtsi128_si64(S.d);
    H[4] += S.e;
    H[5] += S.f;
    H[6] += S.g;
    H[7] += S.h;
}

/* Makes pair i of the schedule for the blocks at M; `last` is the pair before. */
TARGET static inline __m512i expand(struct schedule *s, const unsigned char *M, int i,
                                    __m512i last) {
    const __m128i k = _mm_loadu_si128((const __m128i *)(K + 2 * i));
    __m512i W;

    if (i < PAIRS_OF_BLOCK) {
        W = load_pair(M + 16 * i);
    } else {
        const __m512i W16 = _mm512_load_si512(s->W[i - 8]);
        const __m512i W15 = between(W16, _mm512_load_si512(s->W[i - 7]));
        const __m512i W7 = between(_mm512_load_si512(s->W[i - 4]), _mm512_load_si512(s->W[i - 3]));
        W = _mm512_add_epi64(_mm512_add_epi64(W16, W7), sigma0(W15));
        W = _mm512_add_epi64(W, sigma1(last));
    }
    _mm512_store_si512(s->W[i], W);
    _mm512_store_si512(s->KW[i], _mm512_add_epi64(W, _mm512_broadcast_i64x2(k)));
    return W;
}

/* The first of four blocks at M, whose schedule is made just before the rounds need it. */
TARGET static void first_block(word *H, struct schedule *s, const unsigned char *M) {
    struct state S = start(H);
    __m512i last = _mm512_setzero_si512();

    for (int i = 0; i < PAIRS; i += 4) {
        for (int k = i; k < i + 4; k++)
            last = expand(s, M, k, last);
        eight_rounds(&S, s->KW[i], 2 * LANES);
    }
    finish(H, S);
}

/* Block j of s, and with every eight rounds a pair of the next schedule, beginning with i. */
TARGET static __m512i block(word *H, const struct schedule *s, int j, struct schedule *next,
                            const unsigned char *M, int i, __m512i last) {
    struct state S = start(H);

    for (int k = 0; k < PAIRS; k += 4) {
        last = expand(next, M, i + k / 4, last);
        eight_rounds(&S, s->KW[k] + 2 * j, 2 * LANES);
    }
    finish(H, S);
    return last;
}

TARGET static void last_block(word *H, const struct schedule *s, int j) {
    struct state S = start(H);

    for (int k = 0; k < PAIRS; k += 4)
        eight_rounds(&S, s->KW[k] + 2 * j, 2 * LANES);
    finish(H, S);
}

/* The blocks of s from j on, while the schedule of the four blocks at M is made. */
TARGET static void four_blocks(word *H, const struct schedule *s, int j, struct schedule *next,
                               const unsigned char *M) {
    __m512i last = _mm512_setzero_si512();
    int i = 0;

    for (; j < LANES; j++, i += PAIRS / LANES)
        last = block(H, s, j, next, M, i, last);
    for (; i < PAIRS; i++)
        last = expand(next, M, i, last);
}

/* Four blocks each time, n > 0 times. */
TARGET static void compress_wide(word *H, const unsigned char *in, unsigned long long n) {
    struct schedule schedules[2];
    struct schedule *s = schedules, *next = schedules + 1, *done;
    int j = 1;

    first_block(H, s, in);
    for (; n > 1; n--, j = 0) {
        in += LANES * BLOCK;
        four_blocks(H, s, j, next, in);
        done = s, s = next, next = done;
    }
    for (; j < LANES; j++)
        last_block(H, s, j);
}

/* One block with a schedule of its own, eight pairs ahead of the rounds. */
TARGET static void compress_narrow(word *H, const unsigned char *M) {
    const __m128i order = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
    struct state S = start(H);
    word KW[2 * PAIRS_OF_BLOCK] __attribute__((aligned(16)));
    __m128i W[PAIRS_OF_BLOCK];

    for (int i = 0; i < PAIRS_OF_BLOCK; i++)
        W[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(M + 16 * i)), order);
    for (int t = 0; t < ROUNDS; t += 16)
#pragma GCC unroll 2
        for (int half = 0; half < 2; half++) {
#pragma GCC unroll 4
            for (int i = 4 * half; i < 4 * half + 4; i++) {
                const __m128i k = _mm_loadu_si128((const __m128i *)(K + t + 2 * i));
                _mm_store_si128((__m128i *)(KW + 2 * i), _mm_add_epi64(W[i], k));
                if (t < ROUNDS - 16)
                    narrow_expand(W, i);
            }
            eight_rounds(&S, KW + 8 * half, 2);
        }
    finish(H, S);
}

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    if (n >= LANES)
        compress_wide(H, in, n / LANES);
    for (in += n / LANES * LANES * BLOCK, n %= LANES; n; n--, in += BLOCK)
        compress_narrow(H, in);
}

#include "iterate.h"
