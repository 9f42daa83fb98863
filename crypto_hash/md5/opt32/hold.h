/* SPDX-License-Identifier: MIT */

/* For steps that are written in the order in which they are to be computed. */

/* Makes x be computed as written. */
#ifdef __GNUC__
#define hold(x) __asm__("" : "+r"(x))
#else
#define hold(x) (void)0
#endif

#define ROL(x, s) ((x) << (s) | (x) >> (32 - (s)))
