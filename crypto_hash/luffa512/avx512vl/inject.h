/* SPDX-License-Identifier: MIT */
/*
 * The message injection for five sub-states side by side. With W = V_j, s = V_j + V_(j+1),
 * q = V_(j+2) + V_(j+3) and the sum S of all, what it does comes to
 *     V_j = W + 2 (W + q + 2 (W + 2 S)) + 2^j M.
 */

/* Lane j is lane j+n modulo 5. */
#define LANES_FROM(a, n)                                                                           \
    _mm256_permutevar8x32_epi32(a, _mm256_setr_epi32((n) % 5, (1 + (n)) % 5, (2 + (n)) % 5,        \
                                                     (3 + (n)) % 5, (4 + (n)) % 5, 0, 0, 0))

INLINE void inject(vector a[8], const vector m[8]) {
    vector sum[8], inner[8], outer[8];

#define SUM_UP(k)                                                                                  \
    do {                                                                                           \
        vector s = XOR(a[k], LANES_FROM(a[k], 1)), q = LANES_FROM(s, 2);                           \
        sum[k] = XOR3(s, q, LANES_FROM(a[k], 4));                                                  \
        inner[k] = a[k];                                                                           \
        outer[k] = XOR(a[k], q);                                                                   \
        a[k] = XOR(a[k], m[k]);                                                                    \
    } while (0)
    EACH_WORD(SUM_UP);
    add_double(inner, sum);
    add_double(outer, inner);
    add_double(a, outer);
}
