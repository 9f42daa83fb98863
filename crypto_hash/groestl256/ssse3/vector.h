/* SPDX-License-Identifier: MIT */
/*
 * Rows in vectors of 128 bits with SSSE3, for processors without AES-NI; rows.h has the technique.
 *
 * Limit: the operations: for a row, ShiftBytes 1, p and q 13, products 9, sums 7 and a half; for 8
 * rows and two constants 246 a round, 9.6 cycles per byte of Grøstl-256 at four a cycle, 13.5 of
 * Grøstl-512. Zen 4 needs 14.1 and 18.4 with two operands: a shuffle overwrites its table, so that
 * each needs a copy.
 *
 * Rejected, with the time of long messages: p and q where the compiler likes to have them, which is
 * in registers too few for them and the tables: with GCC 1.12 for Grøstl-256 and 1.14 for
 * Grøstl-512, with Clang 0.99 and 1.06, in 32-bit code 1.21 and 1.17, and 1.04 and 1.03. The sums
 * of S(x), 2 S(x) and 4 S(x) each by themselves: 1.06 and 1.07 with GCC, 1.12 and 1.06 with Clang.
 */
#define TARGET __attribute__((target("ssse3")))

#include "operations.h"

/* So that x is in memory, and one operand of the shuffles that use it. */
#ifdef __GNUC__
#define hold_memory(x) __asm__("" : "+m"(x))
#else
#define hold_memory(x) (void)0
#endif
