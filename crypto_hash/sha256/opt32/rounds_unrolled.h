/* SPDX-License-Identifier: MIT */

/* Rounds of the SHA-2 family on variables a to h, for words in general registers. */
#include "functions.h"

/* Makes x be computed as written. */
#ifdef __GNUC__
#define hold(x) __asm__("" : "+r"(x))
#else
#define hold(x) (void)0
#endif

#define STATE_FROM(H)                                                                              \
    word a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7]

#define ADD_TO(H)                                                                                  \
    H[0] += a, H[1] += b, H[2] += c, H[3] += d, H[4] += e, H[5] += f, H[6] += g, H[7] += h

/* One round; d becomes the new e, and h the new a. What can be added to h without e comes first.
 * The a ^ b of Maj is b ^ c in the next round, where compilers that have a register for it don't
 * make it again. */
#define ROUND(KW, a, b, c, d, e, f, g, h)                                                          \
    h += KW;                                                                                       \
    h += ((f ^ g) & e) ^ g;                                                                        \
    hold(h);                                                                                       \
    h += Sigma1(e);                                                                                \
    d += h;                                                                                        \
    h += ((a ^ b) & (b ^ c)) ^ b;                                                                  \
    hold(h);                                                                                       \
    h += Sigma0(a)

/* KW(i) is the word of the i-th round, with its constant. */
#define EIGHT_ROUNDS(KW, i)                                                                        \
    ROUND(KW((i) + 0), a, b, c, d, e, f, g, h);                                                    \
    ROUND(KW((i) + 1), h, a, b, c, d, e, f, g);                                                    \
    ROUND(KW((i) + 2), g, h, a, b, c, d, e, f);                                                    \
    ROUND(KW((i) + 3), f, g, h, a, b, c, d, e);                                                    \
    ROUND(KW((i) + 4), e, f, g, h, a, b, c, d);                                                    \
    ROUND(KW((i) + 5), d, e, f, g, h, a, b, c);                                                    \
    ROUND(KW((i) + 6), c, d, e, f, g, h, a, b);                                                    \
    ROUND(KW((i) + 7), b, c, d, e, f, g, h, a)
