/* SPDX-License-Identifier: MIT */
/* The message expansion of SIMD-256 for LANES messages: 128 numbers modulo 257 of 64 bytes.
 *
 * Technique: 16 bits a number, two numbers of a message in its 32 bits of a vector. The transform
 * of 128 points is one of 8 points (root 4, four inputs are zero) of each column of bytes j + 16 t,
 * factors 139^(j k), and one of 16 points (root 2) in two layers of radix 4. Two columns share a
 * vector up to the first layer, two rows k from the second one on.
 *
 * 2^8 is -1, so lower byte minus upper byte is the same number; times w, it is w times the lower
 * byte minus w times the upper one: for an unsigned number one instruction of x86 (pmaddubsw).
 *
 * Invariant: what is reduced is in 0 .. 65535. Where numbers may be negative a multiple of 257 is
 * added, or what adds to the result a constant that a later addition takes back. The bounds of all
 * numbers stand beside them. The result of weighted() is w times -h .. 255, where h is the largest
 * upper byte.
 */
typedef uint16_t halves __attribute__((vector_size(LANES * 4)));
typedef int16_t signed_halves __attribute__((vector_size(LANES * 4)));

/* Without vectors in the processor an operation is many instructions: loops stay loops there. */
#if defined(TARGET) || defined(__SSE2__) || defined(__ARM_NEON)
#define UNROLLED(count) PRAGMA(GCC unroll count)
#else
#define UNROLLED(count)
#endif

/* The same two numbers in every lane. */
#define PAIR(low, high) ((uint32_t)(low)&0xffff) | (uint32_t)(high) << 16
#define IN_ALL(pair) ((halves)ALL(pair))
#define BOTH(x) ((halves){0} + (uint16_t)(x))

#if LANES > 1 && defined(TARGET) && (defined(__x86_64__) || defined(__i386__))
#define BYTES_OF(w) ((uint32_t)((w)&0xff) | (uint32_t)(-(w)&0xff) << 8)
#define WEIGHTS(low, high) (BYTES_OF(low) | BYTES_OF(high) << 16)
#if LANES == 4
#define MULTIPLY_BYTES(x, w) _mm_maddubs_epi16((__m128i)(x), (__m128i)(w))
#elif LANES == 8
#define MULTIPLY_BYTES(x, w) _mm256_maddubs_epi16((__m256i)(x), (__m256i)(w))
#else
#define MULTIPLY_BYTES(x, w) _mm512_maddubs_epi16((__m512i)(x), (__m512i)(w))
#endif
/* x reduced and multiplied by the weights, which are in -127 .. 127. */
#define weighted(x, weights) ((halves)MULTIPLY_BYTES(x, ALL(weights)))
#else
#define WEIGHTS(low, high) (PAIR(low, high))
#define weighted(x, weights) (((x)&BOTH(255)) - ((x) >> 8)) * IN_ALL(weights)
#endif
#define reduced(x) weighted(x, WEIGHTS(1, 1))

/* Lower halves, or upper halves, of a and b: a's are the lower ones of the result. */
#if LANES == 16 && defined(TARGET)
#define LOW_HALVES(a, b)                                                                           \
    ((halves)_mm512_mask_shuffle_epi8(                                                             \
        (__m512i)(a), 0xcccccccccccccccc, (__m512i)(b),                                            \
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 0, 0, 1, 0, 0, 4, 5, 0, 0, 8, 9, 0, 0, 12, 13))))
#define HIGH_HALVES(a, b)                                                                          \
    ((halves)_mm512_mask_shuffle_epi8((__m512i)(b), 0x3333333333333333, (__m512i)(a),              \
                                      _mm512_broadcast_i32x4(_mm_setr_epi8(                        \
                                          2, 3, 0, 0, 6, 7, 0, 0, 10, 11, 0, 0, 14, 15, 0, 0))))
#elif LANES == 8 && defined(TERNARY)
#define LOW_HALVES(a, b)                                                                           \
    ((halves)_mm256_mask_shuffle_epi8((__m256i)(a), 0xcccccccc, (__m256i)(b),                      \
                                      _mm256_broadcastsi128_si256(_mm_setr_epi8(                   \
                                          0, 0, 0, 1, 0, 0, 4, 5, 0, 0, 8, 9, 0, 0, 12, 13))))
#define HIGH_HALVES(a, b)                                                                          \
    ((halves)_mm256_mask_shuffle_epi8((__m256i)(b), 0x33333333, (__m256i)(a),                      \
                                      _mm256_broadcastsi128_si256(_mm_setr_epi8(                   \
                                          2, 3, 0, 0, 6, 7, 0, 0, 10, 11, 0, 0, 14, 15, 0, 0))))
#else
#define LOW_HALVES(a, b) ((halves)(((word)(a)&ALL(0xffff)) | (word)(b) << 16))
#define HIGH_HALVES(a, b) ((halves)((word)(a) >> 16 | ((word)(b)&ALL(0xffff0000))))
#endif

/* -127 .. 255 as the number in -128 .. 128. */
INLINE halves lifted(halves x) {
#if LANES == 16 && defined(TARGET)
    return (halves)_mm512_mask_sub_epi16(
        (__m512i)x, _mm512_cmpgt_epi16_mask((__m512i)x, _mm512_set1_epi16(128)), (__m512i)x,
        _mm512_set1_epi16(257));
#elif LANES == 8 && defined(TERNARY)
    return (halves)_mm256_mask_sub_epi16(
        (__m256i)x, _mm256_cmpgt_epi16_mask((__m256i)x, _mm256_set1_epi16(128)), (__m256i)x,
        _mm256_set1_epi16(257));
#else
    return x - ((halves)((signed_halves)x > (signed_halves)BOTH(128)) & BOTH(257));
#endif
}

#ifdef ternary
#define AND_OR(x, y, z) ternary(x, y, z, 0xea) /* (x & y) | z */
#else
#define AND_OR(x, y, z) (((x) & (y)) | (z))
#endif

/* 139^(j k) modulo 257: row k, for j = 0 .. 15. */
#define FACTORS(row)                                                                               \
    row(0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),                                        \
        row(1, 1, -118, 46, -31, 60, 116, -67, -61, 2, 21, 92, -62, 120, -25, 123, -122),          \
        row(2, 1, 46, 60, -67, 2, 92, 120, 123, 4, -73, -17, -11, 8, 111, -34, -22),               \
        row(3, 1, -31, -67, 21, 120, -122, -73, -50, 8, 9, -22, -89, -68, 52, -70, 114),           \
        row(4, 1, 60, 2, 120, 4, -17, 8, -34, 16, -68, 32, 121, 64, -15, 128, -30),                \
        row(5, 1, 116, 92, -122, -17, 84, -22, 18, 32, 114, 117, -49, -30, 118, 67, 62),           \
        row(6, 1, -67, 120, -73, 8, -22, -68, -70, 64, 81, -30, -46, -2, -123, 17, -111),          \
        row(7, 1, -61, 123, -50, -34, 18, -70, -99, 128, -98, 67, 25, 17, -9, 35, -79)
/* Vector 2 q + p of a row: columns j = 4 q + p and j + 2. */
#define PAIRS_OF_COLUMNS(f, k, w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14,    \
                         w15)                                                                      \
    {                                                                                              \
        f(k, w0, w2, 0), f(k, w1, w3, 1), f(k, w4, w6, 2), f(k, w5, w7, 3), f(k, w8, w10, 4),      \
            f(k, w9, w11, 5), f(k, w12, w14, 6), f(k, w13, w15, 7)                                 \
    }
#define WEIGHTS_OF(k, low, high, vector) WEIGHTS(low, high)
#define WEIGHTS_ROW(...) PAIRS_OF_COLUMNS(WEIGHTS_OF, __VA_ARGS__)
static const uint32_t factors[8][8] = {FACTORS(WEIGHTS_ROW)};

/* A weighted number is in -32640 .. 32385 at most, and becomes positive with an offset. The offsets
 * take back what BIAS makes of column j in row k, and add X^127 and X^125. */
enum { BIAS = 0x5400 };
#define MODULO_257(x) (((x) % 257 + 257) % 257)
#define OFFSET(k, w, added)                                                                        \
    ((k) == 0 ? MODULO_257((added)-BIAS) : 32385 + MODULO_257((added)-BIAS * (w)-32385))
/* 139^-k and 139^(-3 k): the column 15 of X^127, which is added to each block, and the column 13 of
 * X^125, which is added to the last one. */
#define LAST(k)                                                                                    \
    ((k) == 0   ? 1                                                                                \
     : (k) == 1 ? 98                                                                               \
     : (k) == 2 ? 95                                                                               \
     : (k) == 3 ? 58                                                                               \
     : (k) == 4 ? 30                                                                               \
     : (k) == 5 ? 113                                                                              \
     : (k) == 6 ? 23                                                                               \
                : -59)
#define FINAL(k)                                                                                   \
    ((k) == 0   ? 1                                                                                \
     : (k) == 1 ? 58                                                                               \
     : (k) == 2 ? 23                                                                               \
     : (k) == 3 ? 49                                                                               \
     : (k) == 4 ? 15                                                                               \
     : (k) == 5 ? 99                                                                               \
     : (k) == 6 ? 88                                                                               \
                : -36)
#define OFFSETS_OF(k, low, high, vector)                                                           \
    PAIR(OFFSET(k, low, 0), OFFSET(k, high, (vector) == 7 ? LAST(k) : 0))
#define FINAL_OFFSETS_OF(k, low, high, vector)                                                     \
    PAIR(OFFSET(k, low, (vector) == 7 ? FINAL(k) : 0), OFFSET(k, high, (vector) == 7 ? LAST(k) : 0))
#define OFFSETS_ROW(...) PAIRS_OF_COLUMNS(OFFSETS_OF, __VA_ARGS__)
#define FINAL_OFFSETS_ROW(...) PAIRS_OF_COLUMNS(FINAL_OFFSETS_OF, __VA_ARGS__)
static const uint32_t offsets[2][8][8] = {{FACTORS(OFFSETS_ROW)}, {FACTORS(FINAL_OFFSETS_ROW)}};

/* The transform of a column of bytes a0 .. a3 and zeros: below BIAS in size, and BIAS. */
INLINE void columns(halves y[8], halves a0, halves a1, halves a2, halves a3) {
    halves a2_16 = a2 << 4, e0 = a0 + a2, e1 = a0 + a2_16, e2 = a0 - a2, e3 = a0 - a2_16;
    halves o0 = a1 + a3, o1 = (a1 << 2) + (a3 << 6), o2 = (a1 - a3) << 4,
           o3 = (a1 << 6) + (a3 << 2);

    y[0] = e0 + o0;
    y[1] = e1 + o1;
    y[2] = e2 + o2;
    y[3] = e3 + o3;
    y[4] = e0 - o0;
    y[5] = e1 - o1;
    y[6] = e2 - o2;
    y[7] = e3 - o3;
}

/* Times the factors, in -255 .. 340. 128 is no weight. */
INLINE halves multiplied(halves y, int k, int vector, const uint32_t offset[8][8]) {
    halves product;

    if (k == 4 && vector == 6)
        product = reduced(y) * IN_ALL(PAIR(64, 128));
    else if (k == 7 && vector == 4)
        product = reduced(y) * IN_ALL(PAIR(128, 67));
    else
        product = weighted(y, factors[k][vector]);
    product += IN_ALL(offset[k][vector]);
    return k == 0 ? product : reduced(product);
}

/* The rows k of the columns 4 q + p and 4 q + p + 2 for q = 0 .. 3, in turns, as x[0], x[2] and so
 * on: the transform of four points with the root 16, at least 0, at most 17408. */
INLINE void first_layer(halves y[4], const halves x[8]) {
    halves x0 = x[0] + BOTH(34 * 257), s = x0 + x[4], d = x0 - x[4];
    halves t = x[2] + x[6], r = (x[2] - x[6]) << 4;

    y[0] = s + t;
    y[1] = d + r;
    y[2] = s - t;
    y[3] = d - r;
}

/* Transforms with the root 16 of what is weighted with powers of 2, c for each power: all of them
 * are in 0 .. 32767, and reduced then. Without weights a number is in -42 .. 229 for c = 0 and 2,
 * in -68 .. 255 for c = 1 and 3. */
INLINE void finish(halves y[4], halves sum, halves difference, halves t, halves r) {
    y[0] = lifted(reduced(sum + t));
    y[1] = lifted(reduced(difference + r));
    y[2] = lifted(reduced(sum - t));
    y[3] = lifted(reduced(difference - r));
}

/* Weights 1, 1, 1, 1: r is within 4336. */
INLINE void second_layer_0(halves y[4], const halves z[4]) {
    halves z0 = z[0] + BOTH(18 * 257);

    finish(y, z0 + z[2], z0 - z[2], z[1] + z[3], (z[1] - z[3]) << 4);
}

/* Weights 1, 2, 4, 8: t is in -680 .. 2550, r in -208 .. 4080. */
INLINE void second_layer_1(halves y[4], const halves z[4]) {
    halves z0 = z[0] + BOTH(21 * 257), r = z[1] - z[3] + BOTH(9 * 257);

    finish(y, z0 + z[2], z0 - z[2], z[1] + z[3], weighted(r, WEIGHTS(16, 16)));
}

/* Weights 1, 4, 16 and 4 instead of 64: 16 times 64 is -4. t and r are in -2856 .. 15572, but for
 * the constant that is added. */
INLINE void second_layer_2(halves y[4], const halves z[4]) {
    halves z0 = z[0] + BOTH(52 * 257), middle = BOTH(-25 * 257);

    finish(y, z0 + z[2], z0 - z[2], (z[3] << 4) + z[1] + middle, (z[1] << 4) + z[3] + middle);
}

/* Weights 1, 8, 64, -2: t is in -1054 .. 2176, r in -208 .. 4080. */
INLINE void second_layer_3(halves y[4], const halves z[4]) {
    halves r = z[1] - z[3] + BOTH(3 * 257);

    finish(y, z[0] + z[2] + BOTH(26 * 257), z[0] - z[2] + BOTH(80 * 257), z[1] + z[3],
           weighted(r, WEIGHTS(16, 16)));
}

/* z[b] of the rows k and k + 1 of columns b = p and p + 2, with their weights. */
INLINE void joined(halves z[4], const halves y[2][2][4], int c, uint32_t even, uint32_t odd) {
    halves a = weighted(y[0][0][c], even), b = weighted(y[1][0][c], even);

    z[0] = LOW_HALVES(a, b);
    z[2] = HIGH_HALVES(a, b);
    a = weighted(y[0][1][c], odd);
    b = weighted(y[1][1][c], odd);
    z[1] = LOW_HALVES(a, b);
    z[3] = HIGH_HALVES(a, b);
}

/* Word m of all codes: of the rows 2 m and 2 m + 1. */
INLINE void put(word Z[32][4], int m, int c, const halves y[4]) {
    UNROLLED(2)
    for (int d = 0; d < 2; d++) {
        int i = c + 4 * d;
        halves low = y[d] * BOTH(233), high = y[d + 2] * BOTH(233);

        Z[i][m] = (word)(y[d] * BOTH(185));
        Z[i + 8][m] = (word)(y[d + 2] * BOTH(185));
        Z[i + 16][m] = (word)LOW_HALVES(low, high);
        Z[i + 24][m] = (word)HIGH_HALVES(low, high);
    }
}

/* Z in the order of the codes, not of the steps. */
INLINE void expand(word Z[32][4], const word block[16], int final) {
    halves x[8][8];

    UNROLLED(4)
    for (int q = 0; q < 4; q++) {
        halves a[4], b[4], y[8];

        for (int t = 0; t < 4; t++) {
            a[t] = (halves)(block[4 * t + q] & ALL(0x00ff00ff));
            b[t] = (halves)block[4 * t + q] >> 8;
        }
        a[0] = (halves)AND_OR(block[q], ALL(0x00ff00ff), ALL(BIAS * 0x10001));
        b[0] |= BOTH(BIAS);
        columns(y, a[0], a[1], a[2], a[3]);
        UNROLLED(8)
        for (int k = 0; k < 8; k++)
            x[k][2 * q] = multiplied(y[k], k, 2 * q, offsets[final]);
        columns(y, b[0], b[1], b[2], b[3]);
        UNROLLED(8)
        for (int k = 0; k < 8; k++)
            x[k][2 * q + 1] = multiplied(y[k], k, 2 * q + 1, offsets[final]);
    }
    UNROLLED(4)
    for (int m = 0; m < 4; m++) {
        halves y[2][2][4], z[4], out[4];

        first_layer(y[0][0], x[2 * m]);
        first_layer(y[0][1], x[2 * m] + 1);
        first_layer(y[1][0], x[2 * m + 1]);
        first_layer(y[1][1], x[2 * m + 1] + 1);
        joined(z, y, 0, WEIGHTS(1, 1), WEIGHTS(1, 1));
        second_layer_0(out, z);
        put(Z, m, 0, out);
        joined(z, y, 1, WEIGHTS(1, 4), WEIGHTS(2, 8));
        second_layer_1(out, z);
        put(Z, m, 1, out);
        joined(z, y, 2, WEIGHTS(1, 16), WEIGHTS(4, 4));
        second_layer_2(out, z);
        put(Z, m, 2, out);
        joined(z, y, 3, WEIGHTS(1, 64), WEIGHTS(8, -2));
        second_layer_3(out, z);
        put(Z, m, 3, out);
    }
}
