/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo 257 on vectors of 16-bit numbers, with the multiplications of x86. */

/* A factor w in -128 .. 128, and w / 257 modulo 2^16. */
typedef struct {
    _Alignas(sizeof(vector)) int16_t factor[8 * LANES], quotient[8 * LANES];
} twiddle;

#define TWIDDLE(a, b, c, d, e, f, g, h)                                                            \
    {EACH_LANE(a, b, c, d, e, f, g, h),                                                            \
     EACH_LANE(-255 * (a), -255 * (b), -255 * (c), -255 * (d), -255 * (e), -255 * (f), -255 * (g), \
               -255 * (h))},

/* x w: Montgomery's product, divided by 2^16, which is 1. */
TARGET static inline vector multiply_modulo(vector x, const twiddle *w) {
    vector m = multiply_low(x, load(w->quotient));

    return subtract(multiply_high(x, load(w->factor)), multiply_high(m, all(257)));
}

/* 2^8 is -1. */
TARGET static inline vector reduce(vector x) {
    return subtract(and2(x, all(255)), shift_right(x, 8));
}

/* x - 128 as the number in -128 .. 128: x / 257 is x * 255 / 2^16 rounded down for x <= 256. */
TARGET static inline vector lift(vector x) {
    vector quotient = multiply_high(x, all(255));

    return subtract(subtract(x, multiply_low(quotient, all(257))), all(128));
}
