/* SPDX-License-Identifier: MIT */
/* The first transform of SIMD-512: of 16 points, eight of them zero, with the root 2. */

/* Feistel j gets what Feistel j ^ CROSSING(i) gives in step i: 1, 6, 2, 3, 5, 7, 4 by turns. */
#define CROSSING(i) (0x4753261 >> (i) % 7 * 4 & 7)

/* Columns t2 = 8 half .. 8 half + 7. */
INLINE void columns(coefficients *to, const batch *from, int half) {
#define COLUMN(i) numbers(load_lanes(from->block, 16 * (i)), half)
    vector a0 = COLUMN(0), a1 = COLUMN(1), a2 = COLUMN(2), a3 = COLUMN(3);
    vector a4 = COLUMN(4), a5 = COLUMN(5), a6 = COLUMN(6), a7 = COLUMN(7);
    int16_t(*y)[8 * LANES] = to->row[0] + 8 * half;
    int16_t(*y8)[8 * LANES] = to->row[1] + 8 * half;
    vector x, z, even, odd;

    /* k = 0, 4, 8, 12 */
    x = add(a0, a4), z = add(a2, a6);
    even = add(x, z), odd = add(add(a1, a5), add(a3, a7));
    store(y[0], add(even, odd));
    store(y8[0], subtract(even, odd));
    even = subtract(x, z), odd = shift_left(subtract(add(a1, a5), add(a3, a7)), 4);
    store(y[4], add(even, odd));
    store(y8[4], subtract(even, odd));
    /* k = 2, 6, 10, 14 */
    x = subtract(a0, a4), z = shift_left(subtract(a2, a6), 4);
    even = add(x, z), odd = shift_left(add(subtract(a1, a5), shift_left(subtract(a3, a7), 4)), 2);
    store(y[2], add(even, odd));
    store(y8[2], subtract(even, odd));
    even = subtract(x, z);
    odd = shift_left(add(shift_left(subtract(a1, a5), 4), subtract(a3, a7)), 2);
    store(y[6], add(even, odd));
    store(y8[6], subtract(even, odd));
    /* k = 1, 5, 9, 13 */
    x = add(a0, shift_left(a4, 4)), z = shift_left(add(a2, shift_left(a6, 4)), 2);
    even = add(x, z);
    odd = add(a1, shift_left(a5, 4));
    odd = shift_left(add(odd, shift_left(add(a3, shift_left(a7, 4)), 2)), 1);
    store(y[1], add(add(even, odd), all(-127 * 257)));
    store(y8[1], add(subtract(even, odd), all(42 * 257)));
    even = subtract(x, z), odd = subtract(shift_left(a1, 4), a5);
    odd = shift_left(subtract(odd, shift_left(subtract(shift_left(a3, 4), a7), 2)), 1);
    store(y[5], add(add(even, odd), all(69 * 257)));
    store(y8[5], add(subtract(even, odd), all(-20 * 257)));
    /* k = 3, 7, 11, 15 */
    x = subtract(a0, shift_left(a4, 4)), z = shift_left(add(shift_left(a2, 4), a6), 2);
    even = add(x, z), odd = subtract(a1, shift_left(a5, 4));
    odd = shift_left(subtract(shift_left(odd, 2), subtract(a3, shift_left(a7, 4))), 1);
    store(y[3], add(add(even, odd), all(18 * 257)));
    store(y8[3], add(subtract(even, odd), all(-71 * 257)));
    even = subtract(x, z), odd = add(shift_left(a1, 4), a5);
    odd = shift_left(add(shift_left(odd, 2), add(shift_left(a3, 4), a7)), 1);
    store(y[7], add(add(even, odd), all(-44 * 257)));
    store(y8[7], add(subtract(even, odd), all(125 * 257)));
#undef COLUMN
}
