/* SPDX-License-Identifier: MIT */
/* Fugue with 256 bits of output. */
#define WORD_BITS 32
#define BYTES
enum { COLUMNS = 30, G1_SUB_ROUNDS = 10, G2_ROUNDS = 13, FIRST_COLUMN = 22 };
/* The columns from FIRST_COLUMN on; the others are 0. */
#define START                                                                                      \
    {                                                                                              \
        {0xe9, 0x52, 0xbd, 0xde}, {0x66, 0x71, 0x13, 0x5f}, {0xe0, 0xd4, 0xf6, 0x68},              \
            {0xd2, 0xb0, 0xb5, 0x94}, {0xf9, 0x6c, 0x62, 0x1d}, {0xfb, 0xf9, 0x29, 0xde},          \
            {0x91, 0x49, 0xe8, 0x99}, {                                                            \
            0x34, 0xf8, 0xc2, 0x48                                                                 \
        }                                                                                          \
    }
