/* SPDX-License-Identifier: MIT */

/* Feistel j gets what Feistel j ^ CROSSING(i) gives in step i. */
#define CROSSING(i) ((i) % 3 + 1)

/* The transform of a column of bytes, four and four zeros, with the root 4. */
static inline void columns(int y[8], const unsigned char *a) {
    int even[4], odd[4];

    transform2(even, a[0], a[32]);
    transform2(odd, a[16], a[48]);
    for (int k = 0; k < 4; ++k) {
        y[k] = even[k] + odd[k] * (1 << 2 * k);
        y[k + 4] = even[k] - odd[k] * (1 << 2 * k);
    }
}
