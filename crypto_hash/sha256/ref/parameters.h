/* SPDX-License-Identifier: MIT */

/* What sets SHA-256 apart from the other functions that share hash.c. */

#include "rounds.h"

/* Section 5.3.3: the first 32 bits of the fractional parts of the square roots of the first 8
 * primes. */
static const word INITIAL[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
