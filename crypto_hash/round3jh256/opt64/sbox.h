/* SPDX-License-Identifier: MIT */

/* S0 where the bit of c is 0, S1 where it is 1: Wu's program, as ten functions of three inputs. */
#define S(a0, a1, a2, a3, c)                                                                       \
    do {                                                                                           \
        vector t;                                                                                  \
        a0 = xor_andnot(a0, c, a2);                                                                \
        t = xor_and(c, a0, a1);                                                                    \
        a0 = xor_andnot(a0, a2, a3);                                                               \
        a3 = xornot_andnot(a3, a2, a1);                                                            \
        a1 = xor_and(a1, a0, a2);                                                                  \
        a2 = xor_andnot(a2, a0, a3);                                                               \
        a0 = xor_or(a0, a1, a3);                                                                   \
        a3 = xor_and(a3, a1, a2);                                                                  \
        a1 = xor_and(a1, t, a0);                                                                   \
        a2 = xor2(a2, t);                                                                          \
    } while (0)
