/* SPDX-License-Identifier: MIT */

/* What sets BLAKE2s apart from BLAKE2b, with which it shares hash.c: section 2.1 of RFC 7693. */

#include <stdint.h>

typedef uint32_t word;

enum { WORD_BITS = 32, ROUNDS = 10, R1 = 16, R2 = 12, R3 = 8, R4 = 7 };

static const word IV[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};
