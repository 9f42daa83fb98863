/* SPDX-License-Identifier: MIT */

/* What the fast implementations of SHA-1 have in common. */

#include <stdint.h>

typedef uint32_t word;

enum { WORD_BITS = 32, BLOCK = 64, LENGTH_FIELD = 8, BIG_ENDIAN_WORDS = 1, ROUNDS = 80 };

static const word INITIAL[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

/* 2^30 times the square roots of 2, 3, 5 and 10; each for twenty rounds. */
static const word K[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
