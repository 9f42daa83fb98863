/* SPDX-License-Identifier: MIT */
/* SHAvite-3 with 256 bits of output. */
#define WORD_BITS 32
enum { SHAVITE_BLOCK = 64, LENGTH_BYTES = 8 + 2 };
#define START                                                                                      \
    {                                                                                              \
        WORDS(0x49bb3e47, 0x2674860d, 0xa8b392ac, 0x021ac4e6),                                     \
            WORDS(0x409283cf, 0x620e5d86, 0x6d929dcb, 0x96cc2a8b)                                  \
    }
