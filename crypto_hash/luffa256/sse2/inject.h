/* SPDX-License-Identifier: MIT */
/* The message injection for three sub-states side by side: V_j = V_j + 2 S + 2^j M. */
INLINE void inject(vector a[8], const vector m[8]) {
    vector sum[8];

#define SUM_UP(k)                                                                                  \
    do {                                                                                           \
        sum[k] = XOR3(a[k], NEXT(a[k]), AFTER_NEXT(a[k]));                                         \
        a[k] = XOR(a[k], m[k]);                                                                    \
    } while (0)
    EACH_WORD(SUM_UP);
    add_double(a, sum);
}
