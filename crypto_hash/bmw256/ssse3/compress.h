/* SPDX-License-Identifier: MIT */
/*
 * The compression function in four vectors of four words; vector.h has the operations on them.
 * bmw512/sse2 has this same file.
 *
 * Technique: shifts take one distance for all lanes, so words with the same s stand together. f0
 * takes word 5 k modulo 16 as number k. That is a diagonal of the words as a square, in which terms
 * of W are as far apart for all k, and words of the same s follow each other. expand1 takes the
 * words in columns. expand2 makes four words at once but for what they add to each other; then
 * three times s_4 and s_5 of the words before are added, and each time one more word is right.
 *
 * Limit: operations, 683 for a block of BMW-256 and 1000 of BMW-512, moves not counted: 171 and 250
 * cycles at four a cycle, 2.7 and 2.0 per byte. Half of them are shifts and shuffles. The chain has
 * about 130 operations; on Zen 5, where each takes two cycles, these are 4.1 cycles per byte of
 * BMW-256. It takes 5.1: 80 % are reached, and opt32 is faster with 3.8. The directory is for
 * processors without AVX2: by LLVM's models a block takes 356 cycles on Sandy Bridge, where opt32
 * takes 502; 578 on Jaguar, where opt32 takes 826; and 680 on Silvermont, where opt32 takes 827.
 * For BMW-512 on x86, with 600 or more moves, as eight registers hold few of the vectors, Zen 5
 * takes 3.6 cycles per byte, where opt64 takes 7.3 to 7.9.
 *
 * Rejected, not tried: bmw512/sse2 on amd64, with 1000 operations where opt64 has 993.
 */
#include "vector.h"

/* clang-format off */
#define N (word)-1
/* In the order of f0. For each of the five terms of W: where T is subtracted, all bits are set; and
 * how often it is. */
static const word negative[6][16] = {
    {0, 0, 0, N, 0, 0, 0, 0, 0, 0, 0, N, 0, 0, N, N},
    {N, N, N, N, N, 0, N, N, N, 0, 0, N, 0, N, 0, N},
    {0, 0, N, N, N, N, 0, 0, 0, 0, N, 0, N, 0, N, N},
    {0, N, N, 0, 0, 0, N, 0, N, 0, 0, N, N, 0, N, 0},
    {0, 0, 0, 0, 0, N, N, N, N, 0, 0, N, 0, N, 0, 0},
    {1, 2, 3, 3, 2, 2, 3, 2, 3, 0, 1, 4, 2, 2, 3, 3},
};
/* clang-format on */
#define K4(i) (i) * K_STEP, ((i) + 1) * K_STEP, ((i) + 2) * K_STEP, ((i) + 3) * K_STEP
static const word K[16] = {K4(16), K4(20), K4(24), K4(28)};

#define XOR3(a, b, c) XOR(XOR(a, b), c)

/* Four words of x from word n on. */
#define FROM(x, n)                                                                                 \
    ((n) % 4 == 0 ? (x)[(n) / 4 % 4] : WINDOW((x)[(n) / 4 % 4], (x)[((n) / 4 + 1) % 4], (n) % 4))
/* Each word is n places further, or nearer. */
#define UP(x, n) WINDOW(ZERO, x, 4 - (n))
#define DOWN(x, n) WINDOW(x, ZERO, n)

INLINE vec rotate(vec x, int n) { return XOR(SHIFT_LEFT(x, n), SHIFT_RIGHT(x, WORD_BITS - n)); }

INLINE vec s(int t, vec x) {
    const int *n = s_distance[t];
    const vec shifted = XOR(SHIFT_RIGHT(x, n[0]), SHIFT_LEFT(x, n[1]));

    return XOR3(shifted, rotate(x, n[2]), rotate(x, n[3]));
}

INLINE vec s4(vec x) { return XOR(x, SHIFT_RIGHT(x, 1)); }

INLINE vec s5(vec x) { return XOR(x, SHIFT_RIGHT(x, 2)); }

INLINE vec r(int t, vec x) { return rotate(x, r_distance[t - 1]); }

#define SIGNED(k, i, x) XOR(x, LOAD(negative[k] + (i)))
#define FIVE_TERMS(U, i)                                                                           \
    ADD(ADD(ADD(SIGNED(0, i, FROM(U, (i) + 1)), SIGNED(1, i, FROM(U, (i) + 11))),                  \
            ADD(SIGNED(2, i, FROM(U, (i) + 2)), SIGNED(3, i, FROM(U, (i) + 9)))),                  \
        ADD(SIGNED(4, i, FROM(U, (i) + 6)), LOAD(negative[5] + (i))))

INLINE void f0(vec Q[4], const vec M[4], const vec H[4]) {
    vec T[4], U[4], W[4], Y[4];

    for (int i = 0; i < 4; ++i)
        T[i] = XOR(M[i], H[i]);
    for (int i = 0; i < 4; ++i)
        U[i] = DIAGONAL(T[i], T[(i + 1) % 4], T[(i + 2) % 4], T[(i + 3) % 4]);
    W[0] = FIVE_TERMS(U, 0);
    W[1] = FIVE_TERMS(U, 4);
    W[2] = FIVE_TERMS(U, 8);
    W[3] = FIVE_TERMS(U, 12);
    const vec Y3 = s4(FROM(W, 3)), Y7 = s(3, FROM(W, 7));
    const vec Y9 = s(2, FROM(W, 9)), Y13 = s(1, FROM(W, 13));
    Y[0] = s(0, W[0]);
    Y[1] = WINDOW(Y3, Y7, 1);
    Y[2] = MIDDLES(Y7, Y9);
    Y[3] = WINDOW(Y9, Y13, 3);
    for (int i = 0; i < 4; ++i)
        Q[i] = DIAGONAL(Y[i], Y[(i + 3) % 4], Y[(i + 2) % 4], Y[(i + 1) % 4]);
    Q[0] = ADD(Q[0], FROM(H, 1));
    Q[1] = ADD(Q[1], FROM(H, 5));
    Q[2] = ADD(Q[2], FROM(H, 9));
    Q[3] = ADD(Q[3], FROM(H, 13));
}

#define ADD_ELEMENTS(i)                                                                            \
    XOR(ADD(SUBTRACT(ADD(FROM(R, i), FROM(R, (i) + 3)), FROM(R, (i) + 10)), LOAD(K + (i))),        \
        FROM(H, (i) + 7))

INLINE void add_elements(vec E[4], const vec M[4], const vec H[4]) {
    vec R[4];

    for (int i = 0; i < 4; ++i)
        R[i] = rotate_by_number(M[i], 4 * i + 1);
    E[0] = ADD_ELEMENTS(0);
    E[1] = ADD_ELEMENTS(4);
    E[2] = ADD_ELEMENTS(8);
    E[3] = ADD_ELEMENTS(12);
}

/* Words 16 and 17, and two zeros; E are their elements. */
INLINE vec expand1(const vec Q[4], vec E) {
    vec C[4], two;

    transpose(C, Q);
    two = sums(ADD(ADD(s(1, C[0]), s(2, C[1])), ADD(s(3, C[2]), s(0, C[3]))),
               ADD(ADD(s(1, C[1]), s(2, C[2])), ADD(s(3, C[3]), s(0, DOWN(C[0], 1)))));
    two = ADD(two, FIRST_TWO(E));
    return ADD(two, FIRST_TWO(s(0, UP(two, 1))));
}

/* E and what the sixteen words before, Q, add to four words but for s_4 and s_5. */
INLINE vec sum_before(const vec Q[4], vec E) {
    vec sum = ADD(ADD(E, Q[0]), ADD(Q[1], Q[2]));

    sum = ADD(sum, ADD(WINDOW(Q[0], Q[1], 2), WINDOW(Q[1], Q[2], 2)));
    sum = ADD(sum, ADD(r(1, WINDOW(Q[0], Q[1], 1)), r(2, WINDOW(Q[0], Q[1], 3))));
    sum = ADD(sum, ADD(r(3, WINDOW(Q[1], Q[2], 1)), r(4, WINDOW(Q[1], Q[2], 3))));
    hold(sum);
    sum = ADD(sum, ADD(Q[3], WINDOW(Q[2], Q[3], 2)));
    sum = ADD(sum, ADD(r(5, WINDOW(Q[2], Q[3], 1)), r(6, WINDOW(Q[2], Q[3], 3))));
    return ADD(sum, r(7, DOWN(Q[3], 1)));
}

/* Words 16 to 19. */
INLINE vec first_four(const vec Q[4], vec E) {
    const vec two = expand1(Q, E), ones = DOWN(two, 1);
    vec four = ADD(two, UP(DOWN(sum_before(Q, E), 2), 2));

    four = ADD(four, ADD(r(7, UP(two, 3)), ADD(s4(UP(two, 2)), s5(UP(ones, 2)))));
    return ADD(four, s5(UP(DOWN(four, 2), 3)));
}

/* The four words after Q. */
INLINE vec expand2(const vec Q[4], vec E) {
    const vec sum = ADD(sum_before(Q, E), ADD(s4(DOWN(Q[3], 2)), s5(DOWN(Q[3], 3))));
    const vec two = ADD(sum, s5(UP(sum, 1)));
    const vec three = ADD(ADD(sum, s4(UP(sum, 2))), s5(UP(two, 1)));

    return ADD(ADD(sum, r(7, UP(sum, 3))), ADD(s4(UP(two, 2)), s5(UP(three, 1))));
}

/* To the left where n is positive, to the right where it is negative. */
INLINE vec shift(vec x, int n) {
    return n == 0 ? x : n > 0 ? SHIFT_LEFT(x, n) : SHIFT_RIGHT(x, -n);
}
#define SHIFTED(x, a, b, c, d) DIAGONAL(shift(x, a), shift(x, b), shift(x, c), shift(x, d))

INLINE void f2(vec H[4], const vec M[4], const vec Q[8]) {
    const vec XL = xor_of_all(XOR(Q[4], Q[5])), XH = XOR(XL, xor_of_all(XOR(Q[6], Q[7])));
    const vec a0 = XOR3(SHIFTED(XH, 5, -7, -5, -1), SHIFTED(Q[4], -5, 8, 5, 5), M[0]);
    const vec a1 = XOR3(SHIFTED(XH, -3, 6, -4, -11), SHIFTED(Q[5], 0, -6, 6, 2), M[1]);
    const vec b0 = XOR3(SHIFTED(XL, 8, -6, 6, 4), WINDOW(Q[5], Q[4], 3), Q[2]);
    const vec b1 = XOR3(SHIFTED(XL, -3, -4, -7, -2), WINDOW(Q[4], Q[5], 3), Q[3]);

    H[0] = ADD(a0, XOR3(XL, Q[6], Q[0]));
    H[1] = ADD(a1, XOR3(XL, Q[7], Q[1]));
    H[2] = ADD(ADD(b0, XOR3(XH, Q[6], M[2])), rotate_by_number(H[1], 9));
    H[3] = ADD(ADD(b1, XOR3(XH, Q[7], M[3])), rotate_by_number(H[0], 13));
}

TARGET static void compress(word *h, const unsigned char *in, unsigned long long blocks) {
    vec H[4] = {LOAD(h), LOAD(h + 4), LOAD(h + 8), LOAD(h + 12)};

    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        vec M[4], Q[8], E[4];

        for (int i = 0; i < 4; ++i)
            M[i] = LOAD(in + 4 * WORD_BYTES * i);
        f0(Q, M, H);
        add_elements(E, M, H);
        Q[4] = first_four(Q, E[0]);
        Q[5] = expand2(Q + 1, E[1]);
        Q[6] = expand2(Q + 2, E[2]);
        Q[7] = expand2(Q + 3, E[3]);
        f2(H, M, Q);
    }
    for (int i = 0; i < 4; ++i)
        STORE(h + 4 * i, H[i]);
}
