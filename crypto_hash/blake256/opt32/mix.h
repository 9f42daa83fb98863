/* SPDX-License-Identifier: MIT */

/* G of BLAKE and BLAKE2, and a round of it, in portable C: MESSAGE(i, j) is the word of the
 * message, with what belongs to it. */

INLINE void G(word *a, word *b, word *c, word *d, word x, word y) {
    *a += x;
    *a += *b;
    *d = rotate(*d ^ *a, ROTATE_1);
    *c += *d;
    *b = rotate(*b ^ *c, ROTATE_2);
    *a += y;
    *a += *b;
    *d = rotate(*d ^ *a, ROTATE_3);
    *c += *d;
    *b = rotate(*b ^ *c, ROTATE_4);
}

#define MIX(a, b, c, d, i, j) G(&v[a], &v[b], &v[c], &v[d], MESSAGE(i, j), MESSAGE(j, i))

#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15)                \
    MIX(0, 4, 8, 12, s0, s1);                                                                      \
    MIX(1, 5, 9, 13, s2, s3);                                                                      \
    MIX(2, 6, 10, 14, s4, s5);                                                                     \
    MIX(3, 7, 11, 15, s6, s7);                                                                     \
    MIX(0, 5, 10, 15, s8, s9);                                                                     \
    MIX(1, 6, 11, 12, s10, s11);                                                                   \
    MIX(2, 7, 8, 13, s12, s13);                                                                    \
    MIX(3, 4, 9, 14, s14, s15)
