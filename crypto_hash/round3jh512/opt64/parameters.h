/* SPDX-License-Identifier: MIT */
/*
 * H(0) of JH-512: F8 applied to the number 512 in the first 16 bits, then zeros, and a zero
 * message block. Words 2i and 2i+1 are the 128-bit word x_i of the bit-sliced description.
 */
static const uint64_t initial_value[16] = {
    0x6fd14b963e00aa17, 0x636a2e057a15d543, 0x8a225e8d0c97ef0b, 0xe9341259f2b3c361,
    0x891da0c1536f801e, 0x2aa9056bea2b6d80, 0x588eccdb2075baa6, 0xa90f3a76baf83bf7,
    0x0169e60541e34a69, 0x46b58a8e2e6fe65a, 0x1047a7d0c1843c24, 0x3b6e71b12d5ac199,
    0xcf57f6ec9db1f856, 0xa706887c5716b156, 0xe3c2fcdfe68517fb, 0x545a4678cc8cdd4b,
};
