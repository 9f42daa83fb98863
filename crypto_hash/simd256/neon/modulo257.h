/* SPDX-License-Identifier: MIT */
/* Arithmetic modulo 257 on vectors of 16-bit numbers, with the multiplications of NEON. */

/* A factor w in -128 .. 128, and w / 257 modulo 2^16. */
typedef struct {
    int16_t factor[8 * LANES], quotient[8 * LANES];
} twiddle;

#define TWIDDLE(a, b, c, d, e, f, g, h)                                                            \
    {EACH_LANE(a, b, c, d, e, f, g, h),                                                            \
     EACH_LANE(-255 * (a), -255 * (b), -255 * (c), -255 * (d), -255 * (e), -255 * (f), -255 * (g), \
               -255 * (h))},

/*
 * x w: Montgomery's product, divided by 2^16, which is 1. The high halves are those of doubled
 * products, and so is their difference, which is halved: it is even.
 */
static inline vector multiply_modulo(vector x, const twiddle *w) {
    vector m = vmulq_s16(x, load(w->quotient));

    return vhsubq_s16(vqdmulhq_s16(x, load(w->factor)), vqdmulhq_n_s16(m, 257));
}

/* 2^8 is -1. */
static inline vector reduce(vector x) {
    return vsubq_s16(vandq_s16(x, all(255)), vshrq_n_s16(x, 8));
}

/* x - 128 as the number in -128 .. 128: x / 257 is x * 255 / 2^16 rounded down for x <= 256. */
static inline vector lift(vector x) {
    vector quotient = vshrq_n_s16(vqdmulhq_n_s16(x, 255), 1);

    return vsubq_s16(vmlsq_n_s16(x, quotient, 257), all(128));
}
