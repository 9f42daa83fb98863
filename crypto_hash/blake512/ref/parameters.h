/* SPDX-License-Identifier: MIT */

/* What sets BLAKE-512 apart from BLAKE-256, with which it shares hash.c. */

#include <stdint.h>

typedef uint64_t word;

enum { WORD_BITS = 64, ROUNDS = 16, ROTATE_1 = 32, ROTATE_2 = 25, ROTATE_3 = 16, ROTATE_4 = 11 };

/* The initial value of SHA-512. */
static const word IV[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* c in the submission: the first 1024 bits of the fraction of pi. */
static const word constant[16] = {
    0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89,
    0x452821e638d01377, 0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917,
    0x9216d5d98979fb1b, 0xd1310ba698dfb5ac, 0x2ffd72dbd01adfb7, 0xb8e1afed6a267e96,
    0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc16, 0x636920d871574e69,
};
