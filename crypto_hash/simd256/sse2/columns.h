/* SPDX-License-Identifier: MIT */
/* The first transform of SIMD-256: of 8 points, four of them zero, with the root 4. */

/* Feistel j gets what Feistel j ^ CROSSING(i) gives in step i. */
#define CROSSING(i) ((i) % 3 + 1)

/* Columns t2 = 8 half .. 8 half + 7. */
INLINE void columns(coefficients *to, const batch *from, int half) {
    vector a0 = numbers(load_lanes(from->block, 0), half);
    vector a1 = numbers(load_lanes(from->block, 16), half);
    vector a2 = numbers(load_lanes(from->block, 32), half);
    vector a3 = numbers(load_lanes(from->block, 48), half);
    vector a2_16 = shift_left(a2, 4), a3_16 = shift_left(a3, 4);
    vector e0 = add(a0, a2), e1 = add(a0, a2_16), e2 = subtract(a0, a2), e3 = subtract(a0, a2_16);
    vector o0 = add(a1, a3), o1 = shift_left(add(a1, a3_16), 2);
    vector o2 = shift_left(subtract(a1, a3), 4), o3 = shift_left(add(shift_left(a1, 4), a3), 2);
    int16_t(*y)[8 * LANES] = to->row[0] + 8 * half;

    store(y[0], add(e0, o0));
    store(y[1], add(e1, o1));
    store(y[2], add(e2, o2));
    store(y[3], add(e3, o3));
    store(y[4], subtract(e0, o0));
    store(y[5], subtract(e1, o1));
    store(y[6], subtract(e2, o2));
    store(y[7], subtract(e3, o3));
}
