/* SPDX-License-Identifier: MIT */

/* What sets CubeHash16+16/32+32-512 apart from the other function that shares hash.c. */

enum { FINAL_ROUNDS = 32 };

/* The state after 16 rounds on x_0 = 64, x_1 = 32, x_2 = 16 and zeros: the bytes of output, the
 * bytes of a block and the rounds after each block. */
static const uint32_t initial_state[32] = {
    0x781f814f, 0x18f45926, 0x992b7520, 0xc8237df7, 0xe4e3ba88, 0x7b0075ff, 0x51916982, 0x947c6147,
    0x9dc06f0a, 0x4d197eb5, 0xb6e17224, 0x912e1aca, 0x5270f5e1, 0xd9efd0ec, 0xf0fcf7c8, 0x20d4074f,
    0x15547fee, 0xf4839313, 0x017c189c, 0xaf1c332a, 0xde4d7c8c, 0x84997eec, 0x5bd87a43, 0xb6d3d055,
    0x3ae247b0, 0x2b8cb0a6, 0xd9d6ca35, 0x4bf12b94, 0x97f33a51, 0x62fb84ad, 0x7e70e613, 0x520c709b};
