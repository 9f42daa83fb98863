/* SPDX-License-Identifier: MIT */
/* CubeHash160+16/32+160-512. */
#define WORD_BITS 32

enum { FINAL_ROUNDS = 160 };

/* The state after 160 rounds on x_0 = 64, x_1 = 32, x_2 = 16 and zeros: the bytes of output, the
 * bytes of a block and the rounds after each block. */
#define START \
    { \
        0x2aea2a61, 0x50f494d4, 0x2d538b8b, 0x4167d83e, 0x3fee2313, 0xc701cf8c, 0xcc39968e, 0x50ac5695, \
        0x4d42c787, 0xa647a8b3, 0x97cf0bef, 0x825b4537, 0xeef864d2, 0xf22090c4, 0xd0e5cd33, 0xa23911ae, \
        0xfcd398d9, 0x148fe485, 0x1b017bef, 0xb6444532, 0x6a536159, 0x2ff5781c, 0x91fa7934, 0x0dbadea9, \
        0xd65c8a2b, 0xa5a70e75, 0xb1c62456, 0xbc796576, 0x1921c8f7, 0xe7989af1, 0x7795d246, 0xd43e3b44, \
    }
