/* SPDX-License-Identifier: MIT */
/* SHA-256. */
#define WORD_BITS 32
#define START                                                                                      \
    {                                                                                              \
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,        \
            0x5be0cd19                                                                             \
    }
