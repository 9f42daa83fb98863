/* SPDX-License-Identifier: MIT */
/* JH-256: H(0), F8 applied to the number 256 in the first 16 bits, then zeros, and a block of
 * zeros. Words 2i and 2i + 1 are the 128-bit word x_i of the bit-sliced description. */
#define WORD_BITS 64
#define START                                                                                      \
    {                                                                                              \
        0xeb98a3412c20d3eb, 0x92cdbe7b9cb245c1, 0x1c93519160d4c7fa, 0x260082d67e508a03,            \
            0xa4239e267726b945, 0xe0fb1a48d41a9477, 0xcdb5ab26026b177a, 0x56f024420fff2fa8,        \
            0x71a396897f2e4d75, 0x1d144908f77de262, 0x277695f776248f94, 0x87d5b6574780296c,        \
            0x5c5e272dac8e0d6c, 0x518450c657057a0f, 0x7be4d367702412ea, 0x89e3ab13d31cd769         \
    }
