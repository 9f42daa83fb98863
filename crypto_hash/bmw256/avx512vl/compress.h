/* SPDX-License-Identifier: MIT */
/*
 * The compression function in two vectors of eight words: 256 bits each for BMW-256, 512 for
 * BMW-512. vector.h has the operations on them, with AVX-512 or with AVX2 alone. The other
 * directories avx512vl and avx2 have this same file.
 *
 * Technique: shifts and rotations by a distance of its own in each lane do the sixteen words of f0,
 * of AddElement and of f2 at once. Terms that are n words apart are a window over two vectors, and
 * signs are complements, with their number added. In expand1 the words 0 to 15 go through s in
 * their lanes, for word 16 and for word 17, and both sums across lanes are formed together. In
 * expand2 a word is no sum of sixteen: the sums of all later words are lanes of vectors, and each
 * word, as soon as it is known, is rotated for every lane and added to all of them.
 *
 * Only s_4 and s_5 of the two words before are added apart, in vectors with the same word in all
 * lanes: a word in all lanes is what the next words need, so nothing is moved between lanes on the
 * chain, which has a shift, an exclusive or and an addition for a word.
 *
 * Invariant: before word i, lane i + 1 of the sums has all of word i + 1 but its s_4 and s_5: it
 * is read before word i - 1 is added. Lanes of words up to i + 2 become wrong when word i is added,
 * but are no longer read.
 *
 * Limit: the chain. f0, 13 cycles, expand1, 19, fourteen words of 3, and f2, 10, are 84 cycles of
 * latency on Zen 4, 1.3 cycles per byte for BMW-256. It takes 138: about 145 shifts, rotations
 * and moves between lanes, two a cycle, get in the way. For BMW-512, where many of these take a
 * whole cycle, it takes 195, 1.5 cycles per byte. On Zen 5 an operation in vectors takes two
 * cycles: the chain is up to 168 cycles, and a block takes 186 and 189, 2.9 and 1.5 cycles per
 * byte.
 *
 * Rejected, for BMW-256: vectors of 16 words for all but expand2, 1.17 times the time, since Zen 4
 * does half as many of them in a cycle and takes a cycle more for each window. For BMW-512:
 * expand2 in vectors of eight words, 1.14. The same in general registers: opt32 and opt64.
 */
#include "vector.h"

/* clang-format off */
#define ALTERNATE(a, b, c, d) a, b, c, d, a, b, c, d
#define OF_MOD_5(a, b, c, d, e) a, b, c, d, e, a, b, c, d, e, a, b, c, d, e, a

/* The distances of s in the lanes; s_4 is one of them with two rotations that cancel each other. */
_Alignas(VECTOR_BYTES) static const word s_of_f0[4][16] = {
    {OF_MOD_5(1, 1, 2, 2, 1)},
    {OF_MOD_5(3, 2, 1, 2, 0)},
    {OF_MOD_5(S0_1, S1_1, S2_1, S3_1, 0)},
    {OF_MOD_5(S0_2, S1_2, S2_2, S3_2, 0)},
};
/* s_0, s_1, s_2, s_3 and so on, without the first one, from the second one on, and with it. */
_Alignas(VECTOR_BYTES) static const word s_of_f1[4][24] = {
    {WORD_BITS, 1, 2, 2, 1, 1, 2, 2, ALTERNATE(1, 1, 2, 2), ALTERNATE(1, 2, 2, 1)},
    {WORD_BITS, 2, 1, 2, 3, 2, 1, 2, ALTERNATE(3, 2, 1, 2), ALTERNATE(2, 1, 2, 3)},
    {0, S1_1, S2_1, S3_1, S0_1, S1_1, S2_1, S3_1, ALTERNATE(S0_1, S1_1, S2_1, S3_1), ALTERNATE(S1_1, S2_1, S3_1, S0_1)},
    {0, S1_2, S2_2, S3_2, S0_2, S1_2, S2_2, S3_2, ALTERNATE(S0_2, S1_2, S2_2, S3_2), ALTERNATE(S1_2, S2_2, S3_2, S0_2)},
};
#define N (word)-1
/* For each of the five terms of W: where T is subtracted, all bits are set; and how often it is. */
_Alignas(VECTOR_BYTES) static const word negative[6][16] = {
    {0, 0, 0, 0, 0, 0, N, N, 0, 0, 0, N, 0, 0, 0, N},
    {N, N, 0, N, N, N, 0, N, N, 0, N, N, 0, 0, N, N},
    {0, 0, N, 0, N, 0, N, 0, 0, N, N, N, N, 0, 0, N},
    {0, 0, 0, 0, 0, N, N, N, N, 0, N, 0, N, 0, N, 0},
    {0, N, 0, N, 0, 0, 0, N, N, N, 0, 0, 0, 0, N, 0},
    {1, 2, 1, 2, 2, 2, 3, 4, 3, 2, 3, 3, 2, 0, 3, 3},
};
_Alignas(VECTOR_BYTES) static const word numbers[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
#define K4(i) (i) * K_STEP, ((i) + 1) * K_STEP, ((i) + 2) * K_STEP, ((i) + 3) * K_STEP
_Alignas(VECTOR_BYTES) static const word K[16] = {K4(16), K4(20), K4(24), K4(28)};
/* Element 16 + n: by how much a word of Q is rotated where it is added to the n-th after it. */
static const word rotation[32] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, R7, 0, R6, 0, R5, 0, R4, 0, R3, 0, R2, 0, R1,
};
/* Shifts to the left and to the right of XH, of Q and of XL. */
_Alignas(VECTOR_BYTES) static const word f2_distance[6][8] = {
    {5, WORD_BITS, WORD_BITS, WORD_BITS, WORD_BITS, 6, WORD_BITS, WORD_BITS}, {WORD_BITS, 7, 5, 1, 3, WORD_BITS, 4, 11},
    {WORD_BITS, 8, 5, 5, 0, WORD_BITS, 6, 2}, {5, WORD_BITS, WORD_BITS, WORD_BITS, WORD_BITS, 6, WORD_BITS, WORD_BITS},
    {8, WORD_BITS, 6, 4, WORD_BITS, WORD_BITS, WORD_BITS, WORD_BITS}, {WORD_BITS, 6, WORD_BITS, WORD_BITS, 3, 4, 7, 2},
};
/* clang-format on */

INLINE vec s(vec x, const word *right, const word *left, const word *rotation_1,
             const word *rotation_2) {
    const vec shifted = XOR(SHIFT_RIGHT_BY(x, CONSTANTS(right)), SHIFT_LEFT_BY(x, CONSTANTS(left)));

    return XOR3(shifted, ROTATE_BY(x, CONSTANTS(rotation_1)), ROTATE_BY(x, CONSTANTS(rotation_2)));
}

#define S_OF(table, x, i) s(x, table[0] + (i), table[1] + (i), table[2] + (i), table[3] + (i))

INLINE short_vec s0(short_vec x) {
    const short_vec shifted = SHORT_XOR(SHORT_SHIFT_RIGHT(x, 1), SHORT_SHIFT_LEFT(x, 3));

    return SHORT_XOR3(shifted, SHORT_ROTATE(x, S0_1), SHORT_ROTATE(x, S0_2));
}

INLINE short_vec s4(short_vec x) { return SHORT_XOR(x, SHORT_SHIFT_RIGHT(x, 1)); }

INLINE short_vec s5(short_vec x) { return SHORT_XOR(x, SHORT_SHIFT_RIGHT(x, 2)); }

#define SIGNED(x, k) XOR(x, CONSTANTS(negative[k] + i))

/* Half of W, from word i on. */
INLINE vec five_terms(vec T5, vec T7, vec T10, vec T13, vec T14, int i) {
    const vec sum = ADD(ADD(SIGNED(T5, 0), SIGNED(T7, 1)), ADD(SIGNED(T10, 2), SIGNED(T13, 3)));

    return ADD(sum, ADD(SIGNED(T14, 4), CONSTANTS(negative[5] + i)));
}

INLINE void f0(vec Q[2], const vec M[2], const vec H[2]) {
    const vec T0 = XOR(M[0], H[0]), T1 = XOR(M[1], H[1]);
    const vec T5 = WINDOW(T0, T1, 5), T13 = WINDOW(T1, T0, 5);
    const vec T7 = WINDOW(T0, T1, 7), T15 = WINDOW(T1, T0, 7);
    const vec T2 = WINDOW(T0, T1, 2), T10 = WINDOW(T1, T0, 2);
    const vec T6 = WINDOW(T0, T1, 6), T14 = WINDOW(T1, T0, 6);
    const vec W0 = five_terms(T5, T7, T10, T13, T14, 0);
    const vec W1 = five_terms(T13, T15, T2, T5, T6, 8);

    Q[0] = ADD(S_OF(s_of_f0, W0, 0), WINDOW(H[0], H[1], 1));
    Q[1] = ADD(S_OF(s_of_f0, W1, 8), WINDOW(H[1], H[0], 1));
}

INLINE void add_elements(vec S[2], const vec M[2], const vec H[2]) {
    const vec R0 = ROTATE_BY(M[0], CONSTANTS(numbers)),
              R1 = ROTATE_BY(M[1], CONSTANTS(numbers + 8));
    const vec sum0 = SUBTRACT(ADD(R0, WINDOW(R0, R1, 3)), WINDOW(R1, R0, 2));
    const vec sum1 = SUBTRACT(ADD(R1, WINDOW(R1, R0, 3)), WINDOW(R0, R1, 2));

    S[0] = XOR(ADD(sum0, CONSTANTS(K)), WINDOW(H[0], H[1], 7));
    S[1] = XOR(ADD(sum1, CONSTANTS(K + 8)), WINDOW(H[1], H[0], 7));
}

/* Words 16 and 17 without s_0 of word 16 in the latter: in turns. */
INLINE short_vec expand1(vec A, const vec Q[2]) {
    const vec a = ADD(S_OF(s_of_f1, Q[0], 16), S_OF(s_of_f1, Q[1], 16));
    const vec b = ADD(S_OF(s_of_f1, Q[0], 0), S_OF(s_of_f1, Q[1], 8));

    return sum_in_turns(ADD(a, ONLY_LANE(A, 0)), ADD(b, ONLY_LANE(A, 1)));
}

/* Adds what words 0 to 15 add to words 18 to 31. */
INLINE void add_first_half(vec S[2], const vec Q[2]) {
    const vec zero = ZERO;
    const vec both = ADD(ADD(Q[1], WINDOW(Q[1], zero, 2)), WINDOW(Q[1], zero, 4));
    vec sum0 = ADD(S[0], ADD(Q[0], both)), sum1 = ADD(S[1], ADD(both, WINDOW(Q[1], zero, 6)));
    vec rotated0, rotated1;

    sum0 = ADD(sum0, ADD(WINDOW(Q[0], Q[1], 2), ADD(WINDOW(Q[0], Q[1], 4), WINDOW(Q[0], Q[1], 6))));
#define BOTH_HALVES(distance, n)                                                                   \
    rotated0 = ROTATE(Q[0], distance);                                                             \
    rotated1 = ROTATE(Q[1], distance);                                                             \
    sum0 = ADD(sum0, WINDOW(rotated0, rotated1, n));                                               \
    sum1 = ADD(sum1, WINDOW(rotated1, zero, n))
#define FIRST_HALF(distance, n) sum0 = ADD(sum0, WINDOW(ROTATE(Q[1], distance), zero, (n)-8))
    BOTH_HALVES(R1, 1);
    BOTH_HALVES(R2, 3);
    BOTH_HALVES(R3, 5);
    BOTH_HALVES(R4, 7);
    FIRST_HALF(R5, 9);
    FIRST_HALF(R6, 11);
    FIRST_HALF(R7, 13);
    S[0] = sum0;
    S[1] = sum1;
}

/* To part n of the sums, adds what word i does. Words up to i + 2 become wrong by that; they are
 * no longer read. */
#define ADD_WORD_TO(n, q, i)                                                                       \
    if ((n)*LANES < 16 && 16 + (n)*LANES + LANES > (i) + 3)                                        \
    sum[n] = SHORT_ADD(sum[n], SHORT_ROTATE_BY(q, SHORT_LOAD(rotation + 32 + (n)*LANES - (i))))
#define ADD_WORD(q, i)                                                                             \
    ADD_WORD_TO(0, q, i);                                                                          \
    ADD_WORD_TO(1, q, i);                                                                          \
    ADD_WORD_TO(2, q, i);                                                                          \
    ADD_WORD_TO(3, q, i)

#define KEEP_WORD(i, X)                                                                            \
    X = SHORT_XOR(X, q);                                                                           \
    part[(i) % 16 / LANES] = WITH_LANE(part[(i) % 16 / LANES], q, (i) % LANES)

/* Word i; q and then are the word before, and what has to be added to its s_5. */
#define EXPAND_2(i, X)                                                                             \
    do {                                                                                           \
        const short_vec before = q;                                                                \
        q = SHORT_ADD(then, s5(before));                                                           \
        then = SHORT_ADD(BROADCAST(sum[((i) + 1) % 16 / LANES], ((i) + 1) % LANES), s4(before));   \
        ADD_WORD(before, (i)-1);                                                                   \
        KEEP_WORD(i, X);                                                                           \
    } while (0)

/* Words 16 to 31; all lanes of XL and XH. */
INLINE void f1(vec P[2], vec *XL, vec *XH, const vec Q[2], const vec M[2], const vec H[2]) {
    vec A[2];
    short_vec sum[4], part[4], first, q, then, X;

    add_elements(A, M, H);
    first = expand1(A[0], Q);
    add_first_half(A, Q);
    SPLIT(sum, A);

    q = X = part[0] = EVEN_LANES(first);
    then = SHORT_ADD(BROADCAST(sum[0], 2), s4(q));
    ADD_WORD(q, 16);
    q = SHORT_ADD(ODD_LANES(first), s0(q));
    KEEP_WORD(17, X);
    EXPAND_2(18, X);
    EXPAND_2(19, X);
    part[1] = q;
    EXPAND_2(20, X);
    EXPAND_2(21, X);
    EXPAND_2(22, X);
    EXPAND_2(23, X);
    *XL = LENGTHENED(X);
    part[8 / LANES] = q;
    EXPAND_2(24, X);
    EXPAND_2(25, X);
    EXPAND_2(26, X);
    EXPAND_2(27, X);
    part[3] = q;
    EXPAND_2(28, X);
    EXPAND_2(29, X);
    EXPAND_2(30, X);
    EXPAND_2(31, X);
    *XH = LENGTHENED(X);
    JOIN(P, part);
}

#define D(n) CONSTANTS(f2_distance[n])
#define SHIFT_BOTH_WAYS(x, n, y) XOR3(SHIFT_LEFT_BY(x, D(n)), SHIFT_RIGHT_BY(x, D((n) + 1)), y)

INLINE void f2(vec H[2], const vec M[2], const vec Q[2], const vec P[2], vec XL, vec XH) {
    const vec a = SHIFT_BOTH_WAYS(XH, 0, SHIFT_BOTH_WAYS(P[0], 2, M[0]));
    const vec b = XOR(SHIFT_BOTH_WAYS(XL, 4, Q[1]), WINDOW(P[0], P[0], 7));
    const vec c = ADD(b, XOR3(XH, P[1], M[1]));

    H[0] = ADD(a, XOR3(XL, P[1], Q[0]));
    H[1] = ADD(c, ROTATE_BY(EXCHANGE_HALVES(H[0]), CONSTANTS(numbers + 8)));
}

TARGET static void compress(word *h, const unsigned char *in, unsigned long long blocks) {
    vec H[2] = {LOAD(h), LOAD(h + 8)};

    for (; blocks > 0; --blocks, in += BLOCK_BYTES) {
        const vec M[2] = {LOAD(in), LOAD(in + VECTOR_BYTES)};
        vec Q[2], P[2], XL, XH;

        f0(Q, M, H);
        f1(P, &XL, &XH, Q, M, H);
        f2(H, M, Q, P, XL, XH);
    }
    STORE(h, H[0]);
    STORE(h + 8, H[1]);
}
