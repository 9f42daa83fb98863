/* SPDX-License-Identifier: MIT */
/*
 * The initial value of Shabal-512: two message rounds over the numbers 512 to 543 from a state of
 * zeros, with the counter at -1 and 0.
 */
#include <stdint.h>

static const uint32_t initial_A[12] = {
    0x20728dfd, 0x46c0bd53, 0xe782b699, 0x55304632, 0x71b4ef90, 0x0ea9e82c,
    0xdbb930f1, 0xfad06b8b, 0xbe0cae40, 0x8bd14410, 0x76d2adac, 0x28acab7f,
};
static const uint32_t initial_B[16] = {
    0xc1099cb7, 0x07b385f3, 0xe7442c26, 0xcc8ad640, 0xeb6f56c7, 0x1ea81aa9, 0x73b9d314, 0x1de85d08,
    0x48910a5a, 0x893b22db, 0xc5a0df44, 0xbbc4324e, 0x72d2f240, 0x75941d99, 0x6d8bde82, 0xa1a7502b,
};
static const uint32_t initial_C[16] = {
    0xd9bf68d1, 0x58bad750, 0x56028cb2, 0x8134f359, 0xb5d469d8, 0x941a8cc2, 0x418b2a6e, 0x04052780,
    0x7f07d787, 0x5194358f, 0x3c60d665, 0xbe97d79a, 0x950c3434, 0xaed9a06d, 0x2537dc8d, 0x7cdb5969,
};
