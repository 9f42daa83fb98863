/* SPDX-License-Identifier: MIT */

/* Feistel j gets what Feistel j ^ CROSSING(i) gives in step i: 1, 6, 2, 3, 5, 7, 4 by turns. */
#define CROSSING(i) (0x4753261 >> (i) % 7 * 4 & 7)

/* The transform of a column of bytes, eight and eight zeros, with the root 2. */
static inline void columns(int y[16], const unsigned char *a) {
    int p[4][4];

    for (int b = 0; b < 4; ++b)
        transform2(p[b], a[16 * b], a[16 * b + 64]);
    for (int c = 0; c < 4; ++c) {
        int q[4];

        second_half(q, p, c);
        for (int d = 0; d < 4; ++d)
            y[c + 4 * d] = q[d];
    }
}
