/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 with AVX-512VL, for processors without SHA instructions.
 *
 * Technique: two lanes of one vector hold a and e, and a round makes the new values of both at
 * once. Its two halves are alike: three rotations of the newest value, by other counts in each
 * lane, a choice, and a sum. The new a needs the new e. So a lags two rounds behind e, and whatever
 * crosses between the lanes is older than the newest vector and not in the dependency chain. The
 * schedules of two blocks are made at once, one in each half of a vector (S. Gueron and V. Krasnov,
 * "Parallelizing message schedules to accelerate the computations of hash functions", 2012), 16
 * words ahead of the rounds of the first block.
 *
 * Invariant: with a(t) and e(t) before round t, the vectors x, x1, x2 and x3 are (a(t-2), e(t)),
 * (a(t-3), e(t-1)) and so on. The round makes
 *
 *     e(t+1) = Sigma1(e(t)) + Ch(e(t), e(t-1), e(t-2)) + e(t-3) + K + W + a(t-3)
 *     a(t-1) = Sigma0(a(t-2)) + Maj(a(t-2), a(t-3), a(t-4)) - a(t-5) + e(t-1)
 *
 * since T1 is e(t-1) - a(t-5) there. So x1 crosses, with its lanes exchanged. The first two rounds
 * of a block have no T1 for a, and take the known values instead. After the last round, two values
 * of a are missing; they are made while the next block begins. Maj(a, b, c) is b if a = b, and c
 * otherwise, so Ch and Maj choose between the same two vectors.
 *
 * Limit: a round has 12 operations for three vector units, and a chain of 4 cycles: three rotations
 * in two units, XOR, addition. Four expanded words of both blocks have 21 operations, 2 a round. So
 * 14 operations in three units are 4.7 cycles, or 4.7 cycles/byte. llvm-mca says 5.0 cycles for
 * rounds alone, as rotations wait where another operation has taken one of their two units. Cascade
 * Lake takes 4.7 to 4.9 for rounds alone, and 5.6 cycles/byte in all: 84 % of the limit are
 * reached. Zen 5 takes 8.6 cycles/byte, and ssse3 is faster there.
 *
 * Rejected, with the time against this one's: T1 kept as a vector instead of the subtraction, which
 * saves an operation but has a chain of 5 cycles, 1.2; the same with another addition and a chain
 * of 4, 1.07 (both for rounds alone). The instructions of a round in the order of compilers, 1.04
 * (clang) to 1.1 (gcc). The steps of the schedule split and put between rounds, 1.00 to 1.03, or
 * made for the next two blocks with every eight rounds, 0.99 to 1.04. Rounds in general registers,
 * as in ssse3, 1.45 to 1.6.
 */
#include "crypto_hash.h"
#include "parameters.h"
#include <immintrin.h>

enum { BIG_ENDIAN_WORDS = 1 };

#include "message_end.h"

#define TARGET __attribute__((target("avx512f,avx512vl")))
#define INLINE TARGET static inline __attribute__((always_inline))

typedef __m128i vector;
typedef __m256i vector_of_two;

/* Makes x be computed as written. */
#define hold(x) __asm__("" : "+v"(x))
#define hold_mask(k) __asm__("" : "+Yk"(k))

/* The lanes of a and e, as masks; nothing is in the other two. */
enum { LANE_A = 1, LANE_E = 4 };

enum { XOR3 = 0x96, MAJ = 0xe8 };

/* What rounds read: the rotations of Sigma1 in e's lane and of Sigma0 in a's, all ones in a's lane,
 * and masks. */
struct constants {
    vector r0, r1, r2, ones_a;
    __mmask8 a, e;
};

/* The four newest vectors, and a and b at the beginning of the block. */
struct state {
    vector x, x1, x2, x3, a, b;
};

/* Words with constants: four rounds of the one block, then of the other. */
enum { GROUPS = ROUNDS / 4 };

typedef word schedule[GROUPS][2][4] __attribute__((aligned(32)));

INLINE struct constants constants(void) {
    struct constants c = {_mm_set_epi32(0, 6, 0, 2),
                          _mm_set_epi32(0, 11, 0, 13),
                          _mm_set_epi32(0, 25, 0, 22),
                          _mm_set_epi32(0, 0, 0, -1),
                          LANE_A,
                          LANE_E};

    hold_mask(c.a);
    hold_mask(c.e);
    return c;
}

/* In 32-bit code there are eight registers. */
#ifdef __x86_64__
#define CONSTANT "v"
#else
#define CONSTANT "m"
#endif

/* All of a round but its last addition, in the order that was found the fastest. The first two
 * ternary operations are x ^ (~x1 & ones_a), which is ~(a ^ b) and e, and the choice by it. */
#define SUMS                                                                                       \
    "vpaddd %[KW]%{1to4%}, %[x3], %[sum]%{%[lane_e]%}%{z%}\n\t"                                    \
    "vpshufd $0x4e, %[x1], %[y]\n\t"                                                               \
    "vprorvd %[r1], %[x], %[p]\n\t"                                                                \
    "vpsubd %[x3], %[sum], %[sum]%{%[lane_a]%}\n\t"                                                \
    "vpaddd %[y], %[sum], %[sum]\n\t"                                                              \
    "vmovdqa32 %[x], %[y]\n\t"                                                                     \
    "vpternlogd $0xd2, %[ones_a], %[x1], %[y]\n\t"                                                 \
    "vpternlogd $0xca, %[x2], %[x1], %[y]\n\t"                                                     \
    "vpaddd %[y], %[sum], %[sum]\n\t"                                                              \
    "vprorvd %[r0], %[x], %[q]\n\t"                                                                \
    "vprorvd %[r2], %[x], %[y]\n\t"                                                                \
    "vpternlogd $0x96, %[p], %[q], %[y]\n\t"

#define ROUND_ENDING(END, X, X1, X2, X3, WORD, ...)                                                \
    do {                                                                                           \
        vector sum_, y_, p_, q_;                                                                   \
        __asm__(SUMS END                                                                           \
                : [x3] "+v"(X3), [sum] "=&v"(sum_), [y] "=&v"(y_), [p] "=&v"(p_), [q] "=&v"(q_)    \
                : [x] "v"(X), [x1] "v"(X1), [x2] "v"(X2), [KW] "m"(WORD), [lane_a] "Yk"(c.a),      \
                  [lane_e] "Yk"(c.e), [r0] CONSTANT(c.r0), [r1] CONSTANT(c.r1),                    \
                  [r2] CONSTANT(c.r2), [ones_a] CONSTANT(c.ones_a), ##__VA_ARGS__);                \
    } while (0)

/* One round; x3 becomes the new x. */
#define ROUND(x, x1, x2, x3, KW, unused)                                                           \
    ROUND_ENDING("vpaddd %[y], %[sum], %[x3]", x, x1, x2, x3, KW)

/* A round that may be one of the first two: lanes that `made` lacks are those of known_a. */
#define FIRST_ROUND(x, x1, x2, x3, KW, known)                                                      \
    ROUND_ENDING("vmovdqa32 %[known_a], %[x3]\n\t"                                                 \
                 "vpaddd %[y], %[sum], %[x3]%{%[made]%}",                                          \
                 x, x1, x2, x3, KW, [made] "Yk"(made), [known_a] CONSTANT(known))

#define FOUR_ROUNDS(FIRST, KW)                                                                     \
    FIRST(s.x, s.x1, s.x2, s.x3, (KW)[0], s.b);                                                    \
    FIRST(s.x3, s.x, s.x1, s.x2, (KW)[1], s.a);                                                    \
    ROUND(s.x2, s.x3, s.x, s.x1, (KW)[2], s.a);                                                    \
    ROUND(s.x1, s.x2, s.x3, s.x, (KW)[3], s.a)

/* The a that a round makes. */
INLINE vector make_a(vector x, vector x1, vector x2, vector x3) {
    const vector Sigma0 = _mm_ternarylogic_epi32(_mm_ror_epi32(x, 2), _mm_ror_epi32(x, 13),
                                                 _mm_ror_epi32(x, 22), XOR3);
    const vector T1 = _mm_sub_epi32(_mm_shuffle_epi32(x1, 0x4e), x3);

    return _mm_add_epi32(_mm_add_epi32(T1, _mm_ternarylogic_epi32(x, x1, x2, MAJ)), Sigma0);
}

/* S after a block, where s is what the rounds made of it. */
INLINE void finish(struct state *S, const struct state *s) {
    const vector b = make_a(s->x, s->x1, s->x2, s->x3);
    const vector a = make_a(b, s->x, s->x1, s->x2);

    S->x = _mm_add_epi32(S->x, s->x);
    S->x1 = _mm_add_epi32(S->x1, s->x1);
    S->x2 = _mm_add_epi32(S->x2, s->x2);
    S->x3 = _mm_add_epi32(S->x3, s->x3);
    S->a = _mm_add_epi32(S->a, a);
    S->b = _mm_add_epi32(S->b, b);
}

INLINE vector_of_two load_words(const unsigned char *first, const unsigned char *second) {
    const vector order = _mm_set_epi32(0x0c0d0e0f, 0x08090a0b, 0x04050607, 0x00010203);
    const vector_of_two W = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const vector *)(const void *)first)),
        _mm_loadu_si128((const vector *)(const void *)second), 1);

    return _mm256_shuffle_epi8(W, _mm256_broadcastsi128_si256(order));
}

/* Four words from the second one of x on. */
#define FROM_SECOND(x, y) _mm256_alignr_epi8(y, x, 4)

#define SMALL(x, i, j, k)                                                                          \
    _mm256_ternarylogic_epi32(_mm256_ror_epi32(x, i), _mm256_ror_epi32(x, j),                      \
                              _mm256_srli_epi32(x, k), XOR3)

/* The four words after the sixteen. The last two of them need the first two. */
INLINE vector_of_two expand(vector_of_two w0, vector_of_two w1, vector_of_two w2,
                            vector_of_two w3) {
    w0 = _mm256_add_epi32(_mm256_add_epi32(w0, FROM_SECOND(w2, w3)),
                          SMALL(FROM_SECOND(w0, w1), 7, 18, 3));
    w0 = _mm256_add_epi32(w0, _mm256_srli_si256(SMALL(w3, 17, 19, 10), 8));
    return _mm256_add_epi32(w0, _mm256_slli_si256(SMALL(w0, 17, 19, 10), 8));
}

/* Keeps the words of group i of four rounds, with their constants. */
INLINE void keep(schedule KW, int i, vector_of_two W) {
    const vector k = _mm_loadu_si128((const vector *)(const void *)(K + 4 * i));

    _mm256_store_si256((vector_of_two *)(void *)KW[i],
                       _mm256_add_epi32(W, _mm256_broadcastsi128_si256(k)));
}

#define EXPAND(i, w0, w1, w2, w3) keep(KW, i, w0 = expand(w0, w1, w2, w3))

/* The first of two blocks, and the schedule of both. */
INLINE void first_block(struct state *S, schedule KW, const unsigned char *first,
                        const unsigned char *second) {
    const struct constants c = constants();
    vector_of_two w0 = load_words(first, second), w1 = load_words(first + 16, second + 16);
    vector_of_two w2 = load_words(first + 32, second + 32);
    vector_of_two w3 = load_words(first + 48, second + 48);
    struct state s = *S;
    __mmask8 made = LANE_E;
    int i = 0;

    keep(KW, 0, w0);
    keep(KW, 1, w1);
    keep(KW, 2, w2);
    keep(KW, 3, w3);
    for (; i < GROUPS - 4; i += 4, made = LANE_A | LANE_E) {
        hold_mask(made);
        EXPAND(i + 4, w0, w1, w2, w3);
        FOUR_ROUNDS(FIRST_ROUND, KW[i][0]);
        EXPAND(i + 5, w1, w2, w3, w0);
        FOUR_ROUNDS(ROUND, KW[i + 1][0]);
        EXPAND(i + 6, w2, w3, w0, w1);
        FOUR_ROUNDS(ROUND, KW[i + 2][0]);
        EXPAND(i + 7, w3, w0, w1, w2);
        FOUR_ROUNDS(ROUND, KW[i + 3][0]);
    }
    FOUR_ROUNDS(ROUND, KW[i][0]);
    FOUR_ROUNDS(ROUND, KW[i + 1][0]);
    FOUR_ROUNDS(ROUND, KW[i + 2][0]);
    FOUR_ROUNDS(ROUND, KW[i + 3][0]);
    finish(S, &s);
}

INLINE void second_block(struct state *S, schedule KW) {
    const struct constants c = constants();
    struct state s = *S;
    __mmask8 made = LANE_E;

    for (int i = 0; i < GROUPS; i += 2, made = LANE_A | LANE_E) {
        hold_mask(made);
        FOUR_ROUNDS(FIRST_ROUND, KW[i][1]);
        FOUR_ROUNDS(ROUND, KW[i + 1][1]);
    }
    finish(S, &s);
}

INLINE vector lanes(word a, word e) { return _mm_set_epi32(0, (int)e, 0, (int)a); }

INLINE struct state start(const word *H) {
    const struct state S = {lanes(H[2], H[4]), lanes(H[3], H[5]), lanes(0, H[6]),
                            lanes(0, H[7]),    lanes(H[0], 0),    lanes(H[1], 0)};

    return S;
}

INLINE word lane_a(vector x) { return (word)_mm_cvtsi128_si32(x); }

INLINE word lane_e(vector x) { return (word)_mm_extract_epi32(x, 2); }

/* The last whole block and the end of the message are hashed as two, too. */
TARGET int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    const unsigned long long whole = inlen / BLOCK;
    unsigned char end[END_ROOM];
    struct state S = start(INITIAL);
    schedule KW;
    const size_t n = pad(end, in + whole * BLOCK, inlen);

    for (unsigned long long left = whole + n; left; left -= 2) {
        const unsigned char *second = left > n + 1 ? in + BLOCK : end + (n + 1 - left) * BLOCK;

        if (left <= n)
            in = end + (n - left) * BLOCK;
        if (left == 1)
            second = in;
        first_block(&S, KW, in, second);
        if (left == 1)
            break;
        second_block(&S, KW);
        in += 2 * BLOCK;
    }

    const word H[8] = {lane_a(S.a), lane_a(S.b),  lane_a(S.x),  lane_a(S.x1),
                       lane_e(S.x), lane_e(S.x1), lane_e(S.x2), lane_e(S.x3)};
    store_digest(out, H);
    return 0;
}
