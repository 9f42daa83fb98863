/* SPDX-License-Identifier: MIT */

/* Rounds of SHA-1 on variables a to e, in general registers. */

#include "hold.h"

/* KW(t) is the word of round t, with its constant. What can be added to e without the rotation of
 * a, the newest value, is added first. */
#define ROUND(KW, t, a, b, c, d, e, f)                                                             \
    e += KW(t);                                                                                    \
    f(e, b, c, d);                                                                                 \
    hold(e);                                                                                       \
    e += ROL(a, 5);                                                                                \
    b = ROL(b, 30)

/* The standard's functions, added to e. */
#define CH(e, b, c, d) e += ((c ^ d) & b) ^ d
#define PARITY(e, b, c, d) e += c ^ d ^ b
#define MAJ(e, b, c, d)                                                                            \
    e += c & d;                                                                                    \
    hold(e);                                                                                       \
    e += (c ^ d) & b

#define FIVE_ROUNDS(KW, t, f)                                                                      \
    ROUND(KW, (t) + 0, a, b, c, d, e, f);                                                          \
    ROUND(KW, (t) + 1, e, a, b, c, d, f);                                                          \
    ROUND(KW, (t) + 2, d, e, a, b, c, f);                                                          \
    ROUND(KW, (t) + 3, c, d, e, a, b, f);                                                          \
    ROUND(KW, (t) + 4, b, c, d, e, a, f)
