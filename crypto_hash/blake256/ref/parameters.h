/* SPDX-License-Identifier: MIT */

/* What sets BLAKE-256 apart from BLAKE-512, with which it shares hash.c. */

#include <stdint.h>

typedef uint32_t word;

enum { WORD_BITS = 32, ROUNDS = 14, ROTATE_1 = 16, ROTATE_2 = 12, ROTATE_3 = 8, ROTATE_4 = 7 };

/* The initial value of SHA-256. */
static const word IV[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* c in the submission: the first 512 bits of the fraction of pi. */
static const word constant[16] = {
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
    0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
};
