/* SPDX-License-Identifier: MIT */
/*
 * The permutation Ascon-p[12] with AVX-512VL.
 *
 * Technique: a word is half a vector. vpternlogq computes any function of three words, and vprorq
 * rotates. Five words of the S-box take ten operations, as sums are shared: the first one is
 * x34 ^ (x1 | (x0 ^ x2 ^ x4)), the fourth one x12 ^ (x0 | x34).
 *
 * Limit: a round has 26 operations and a chain of 4. vpternlogq overwrites an operand, which costs
 * copies, and x86 has registers for five words and three others. Zen 5 takes 27.6 cycles/byte on
 * x86, where opt32 takes 35.0, and 20.5 on amd64, where opt64 takes 13.5. Ice Lake should take 14.5
 * on amd64, and 16.6 with opt64, by the model of llvm-mca 14.
 *
 * Rejected: the S-box with eleven operations and the rounds in a loop: on x86 1.13 (clang) and 1.50
 * times the time (gcc, which makes the constants of two halves then).
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) TARGET

/* A word of 64 bits is the lower half of a vector. */
typedef __m128i V;

#define CONSTANT(c) _mm_set_epi64x(0, (long long)(c))

/* S_2 is kept with the constant of the next round added. */
#define START(s0, s1, s2, s3, s4)                                                                  \
    { CONSTANT(s0), CONSTANT(s1), CONSTANT((s2) ^ 0xf0), CONSTANT(s3), CONSTANT(s4) }

/* The function of three words whose value is f. */
#define TERNARY(a, b, c, f) _mm_ternarylogic_epi64(a, b, c, (f)&0xff)
#define XOR(a, b) _mm_xor_si128(a, b)
#define XOR3(a, b, c) TERNARY(a, b, c, A ^ B ^ C)
#define ROR(a, n) _mm_ror_epi64(a, n)
#define SIGMA(a, m, n) XOR3(a, ROR(a, m), ROR(a, n))
enum { A = 0xf0, B = 0xcc, C = 0xaa };

INLINE void ascon_round(V S[5], const V next) {
    const V x0 = S[0], x1 = S[1], x2 = S[2], x3 = S[3], x4 = S[4];
    const V x34 = XOR(x3, x4), x12 = XOR(x1, x2);
    const V y0 = TERNARY(x1, XOR3(x0, x2, x4), x34, (A | B) ^ C);
    const V y1 = XOR3(TERNARY(x1, x2, x3, ((A ^ B) & (A ^ C)) ^ B ^ C), x0, x4);
    const V y2 = TERNARY(x4, x3, x12, ~((A & ~B) ^ C));
    const V y3 = TERNARY(x0, x34, x12, (A | B) ^ C);
    const V y4 = XOR(TERNARY(x0, x1, x4, (B & ~(A ^ C)) ^ C), x3);

    S[0] = SIGMA(y0, 19, 28);
    S[1] = SIGMA(y1, 61, 39);
    S[2] = XOR3(XOR(y2, next), ROR(y2, 1), ROR(y2, 6));
    S[3] = SIGMA(y3, 10, 17);
    S[4] = SIGMA(y4, 7, 41);
}

#define NEXT(i) CONSTANT(0xf0 - 0x0f * ((i) % 12))

INLINE void three_rounds(V S[5], const V next1, const V next2, const V next3) {
    ascon_round(S, next1);
    ascon_round(S, next2);
    ascon_round(S, next3);
}

INLINE void permute(V S[5]) {
    three_rounds(S, NEXT(1), NEXT(2), NEXT(3));
    three_rounds(S, NEXT(4), NEXT(5), NEXT(6));
    three_rounds(S, NEXT(7), NEXT(8), NEXT(9));
    three_rounds(S, NEXT(10), NEXT(11), NEXT(12));
}

INLINE V message_order(V a) {
    if (!BIG_ENDIAN_WORDS)
        return a;
    return _mm_shuffle_epi8(a, _mm_set_epi64x(-1, 0x0001020304050607));
}

INLINE V LOAD(const unsigned char *p) {
    return message_order(_mm_loadl_epi64((const V *)(const void *)p));
}

INLINE void STORE(unsigned char *p, V a) { _mm_storel_epi64((V *)(void *)p, message_order(a)); }
