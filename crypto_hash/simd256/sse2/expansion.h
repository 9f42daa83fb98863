/* SPDX-License-Identifier: MIT */
/*
 * The message expansion of LANES blocks at once, block i in lane i, with numbers of 16 bits.
 *
 * Technique: the transform of N = 32 FEISTELS points as transforms of N1 = N / 16 points, a product
 * with powers of alpha, and transforms of 16 points: with t = 16 t1 + t2 and k = k1 + N1 k2,
 *
 *     y[k] = sum over t2 of 2^(t2 k2) alpha^(t2 k1) (sum over t1 of M[t] (alpha^16)^(t1 k1)).
 *
 * All roots but alpha are powers of two. The inner sums are vectors of t2 (columns.h); transposed,
 * the outer ones are vectors of k1, and so in the order in which the codes need them. The numbers
 * t2 and k1 come in groups of eight: a lane.
 *
 * Bound: products reduce, to 257 or less, for all numbers of 16 bits. The first half of the outer
 * transform makes at most 2 * 257 + 16 * 2 * 257 + 16 * 128 = 10786 of that, and the products with
 * powers of 2 at most 257 again, even 171. So what the second half makes is at most 8738 + 171 +
 * 16 * 342 = 14381, and with BIAS it is below 256, as lift() wants it, and above -2^15.
 *
 * Rejected: products with powers of two as shifts. The numbers have to be reduced as well, which
 * takes as many operations as the product. And a reduction of the last numbers by shifts, and a
 * comparison: six operations for the four of lift(), and 0.99 to 1.01 of the time on Zen 4.
 *
 * The work is cut into pieces, for compression.h, that communicate through memory.
 */

enum {
    /* 128 less a multiple of 257: y[k] + 128 as the sums make it becomes at most 256. */
    BIAS = 128 - 56 * 257,
    GROUPS = FEISTELS / 4,
};

#define VECTOR(a, b, c, d, e, f, g, h) {EACH_LANE(a, b, c, d, e, f, g, h)},
#define NUMBERS(a, b, c, d, e, f, g, h) a, b, c, d, e, f, g, h,
#define SAME(x) TWIDDLE(x, x, x, x, x, x, x, x)

typedef struct {
    _Alignas(sizeof(vector)) int16_t number[8 * LANES];
} constant;

/* The blocks of a batch, and the final coefficient of each. */
typedef struct {
    const unsigned char *block[LANES], *final[LANES];
} batch;

/* Group g of row i: the numbers 8 g to 8 g + 7. */
typedef struct {
    _Alignas(sizeof(vector)) int16_t row[GROUPS][16][8 * LANES];
} coefficients;

/* 32 vectors Z: block by block if a vector of one block fills a register, side by side if not. */
typedef struct {
    _Alignas(32) unsigned char words[LANES * 32 * 4 * FEISTELS];
} expanded;

static const twiddle alpha_powers[4 * FEISTELS] = {TWIDDLES(TWIDDLE)};

/* 2^(b c) for c = 1, 2, 3 and b = 1, 2, 3. */
static const twiddle inner_powers[3][3] = {
    {SAME(2) SAME(4) SAME(8)}, {SAME(4) SAME(16) SAME(64)}, {SAME(8) SAME(64) SAME(-2)}};

/* X^(N-1), and X^(N-3) for a final block, where they enter the outer sums: at t2 = 15 and 13. */
static const constant last_coefficient[GROUPS] = {POWERS_1(VECTOR)};
static const int16_t final_coefficient[2][8 * GROUPS] = {{0}, {POWERS_3(NUMBERS)}};

#include "columns.h"

/* Rows k and k + 1 of a group: the product, and the first third of the transposition. */
INLINE void twist(int16_t x[8][8 * LANES], int group, int half, int k) {
    const twiddle *w = alpha_powers + 16 * group + 2 * k + half;
    vector a = load(x[k]), b = multiply_modulo(load(x[k + 1]), w + 2);

    a = group + k > 0 ? multiply_modulo(a, w) : reduce(a);
    store(x[k], low_16(a, b));
    store(x[k + 1], high_16(a, b));
}

/* The other two thirds. */
INLINE void transpose(int16_t x[8][8 * LANES]) {
    vector a0 = load(x[0]), a1 = load(x[1]), a2 = load(x[2]), a3 = load(x[3]);
    vector a4 = load(x[4]), a5 = load(x[5]), a6 = load(x[6]), a7 = load(x[7]);
    vector b0 = low_32(a0, a2), b1 = high_32(a0, a2), b2 = low_32(a1, a3), b3 = high_32(a1, a3);
    vector b4 = low_32(a4, a6), b5 = high_32(a4, a6), b6 = low_32(a5, a7), b7 = high_32(a5, a7);

    store(x[0], low_64(b0, b4));
    store(x[1], high_64(b0, b4));
    store(x[2], low_64(b1, b5));
    store(x[3], high_64(b1, b5));
    store(x[4], low_64(b2, b6));
    store(x[5], high_64(b2, b6));
    store(x[6], low_64(b3, b7));
    store(x[7], high_64(b3, b7));
}

/* Outer sums, first half, for t2 mod 4 = b: row b + 4 c becomes number c, times 2^(b c). */
INLINE void inner(int16_t x[16][8 * LANES], const batch *from, int group, int b) {
    vector a0 = load(x[b]), a1 = load(x[b + 4]), a2 = load(x[b + 8]), a3 = load(x[b + 12]);
    vector even, odd, y1, y2, y3;

    /* The bias reaches all results, as no product changes it on its way. */
    if (b == 0)
        a0 = add(a0, all(BIAS));
    else if (b == 1)
        a3 = add(a3, load_lanes(from->final, 16 * group));
    else if (b == 3)
        a3 = add(a3, load(last_coefficient[group].number));
    even = add(a0, a2);
    odd = add(a1, a3);
    store(x[b], add(even, odd));
    y2 = subtract(even, odd);
    even = subtract(a0, a2);
    odd = shift_left(subtract(a1, a3), 4);
    y1 = add(even, odd);
    y3 = subtract(even, odd);
    store(x[b + 4], b > 0 ? multiply_modulo(y1, &inner_powers[0][b - 1]) : y1);
    store(x[b + 8], b > 0 ? multiply_modulo(y2, &inner_powers[1][b - 1]) : y2);
    store(x[b + 12], b > 0 ? multiply_modulo(y3, &inner_powers[2][b - 1]) : y3);
}

/* A group of vector Z[i]. */
INLINE void store_words(expanded *to, int i, int group, vector words) {
    if (FEISTELS == 4 || LANES == 1)
        store(to->words + 16 * (LANES * GROUPS * i + group), words);
    else
        store_lanes(to->words + 16 * (GROUPS * i + group), 32 * 4 * FEISTELS, words);
}

/* What becomes of y[N1 k2 ..] and y[N1 (k2 + 8) ..], which are x and x8 yet to be lifted. */
INLINE void encode(expanded *to, int k2, int group, vector x, vector x8) {
    vector y = lift(x), y8 = lift(x8);
    vector low = multiply_low(y, all(233)), high = multiply_low(y8, all(233));

    store_words(to, k2, group, multiply_low(y, all(185)));
    store_words(to, k2 + 8, group, multiply_low(y8, all(185)));
    store_words(to, k2 + 16, group, pack_low_halves(low, high));
    store_words(to, k2 + 24, group, pack_high_halves(low, high));
}

/* Outer sums, second half: k2 = c and c + 8, or if `odd`, c + 4 and c + 12. */
INLINE void outer(expanded *to, int16_t x[16][8 * LANES], int group, int c, int odd) {
    vector a0 = load(x[4 * c]), a1 = load(x[4 * c + 1]);
    vector a2 = load(x[4 * c + 2]), a3 = load(x[4 * c + 3]);

    if (odd) {
        vector difference = subtract(a1, a3), a = subtract(a0, a2);

        /* The numbers that were not multiplied need to be reduced now. */
        difference = shift_left(c == 0 ? reduce(difference) : difference, 4);
        encode(to, c + 4, group, add(a, difference), subtract(a, difference));
    } else {
        vector sum = add(a1, a3), a = add(a0, a2);

        encode(to, c, group, add(a, sum), subtract(a, sum));
    }
}

enum {
    /* columns(), twist() for two rows of a group, and transpose() for each group. */
    PIECES_OF_HALF = 1 + 4 * GROUPS + GROUPS,
    /* inner() and outer(), four and eight times. */
    PIECES_OF_GROUP = 12,
    PIECES = 2 * PIECES_OF_HALF + GROUPS * PIECES_OF_GROUP,
};

INLINE void piece_of_half(int number, int half, const batch *from, coefficients *x) {
    int group = (number - 1) / 4;

    if (number == 0)
        columns(x, from, half);
    else if (number <= 4 * GROUPS)
        twist(x->row[group] + 8 * half, group, half, 2 * (number - 1) % 8);
    else
        transpose(x->row[number - 1 - 4 * GROUPS] + 8 * half);
}

INLINE void piece_of_group(int number, int group, expanded *to, const batch *from,
                           coefficients *x) {
    if (number < 4)
        inner(x->row[group], from, group, number);
    else
        outer(to, x->row[group], group, (number - 4) / 2, number % 2);
}

/* Piece `number`, a constant, after which and before which memory is as the program says. */
INLINE void piece(int number, expanded *to, const batch *from, coefficients *x) {
    int of_groups = number - 2 * PIECES_OF_HALF;

    __asm__ volatile("" ::: "memory");
    if (of_groups < 0)
        piece_of_half(number % PIECES_OF_HALF, number / PIECES_OF_HALF, from, x);
    else
        piece_of_group(of_groups % PIECES_OF_GROUP, of_groups / PIECES_OF_GROUP, to, from, x);
    __asm__ volatile("" ::: "memory");
}

#define TWO_PIECES(i)                                                                              \
    piece((i), to, from, &x);                                                                      \
    piece((i) + 1, to, from, &x)

/* All pieces, 24 of them for each group but for two. */
TARGET static void expand(expanded *to, const batch *from) {
    coefficients x;

    TWO_PIECES(0);
    TWO_PIECES(2);
    TWO_PIECES(4);
    TWO_PIECES(6);
    TWO_PIECES(8);
    TWO_PIECES(10);
    TWO_PIECES(12);
    TWO_PIECES(14);
    TWO_PIECES(16);
    TWO_PIECES(18);
    TWO_PIECES(20);
    TWO_PIECES(22);
    if (GROUPS == 2) {
        TWO_PIECES(24);
        TWO_PIECES(26);
        TWO_PIECES(28);
        TWO_PIECES(30);
        TWO_PIECES(32);
        TWO_PIECES(34);
        TWO_PIECES(36);
        TWO_PIECES(38);
        TWO_PIECES(40);
        TWO_PIECES(42);
        TWO_PIECES(44);
    }
}
