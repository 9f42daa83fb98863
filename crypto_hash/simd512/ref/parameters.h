/* SPDX-License-Identifier: MIT */
/* SIMD-512: what differs between the sizes. */
enum {
    FEISTELS = 8,
    ALPHA = 41, /* the root of unity modulo 257, of order 32 FEISTELS */
};

/* Step i takes number i modulo their count: the other Feistel is j ^ crossing. */
#define CROSSINGS                                                                                  \
    { 1, 6, 2, 3, 5, 7, 4 }

/* The compression function of zeros and a block with the text "SIMD-512 v1.1". */
static const uint32_t initial_value[4][FEISTELS] = {
    {0x0ba16b95, 0x72f999ad, 0x9fecc2ae, 0xba3264fc, 0x5e894929, 0x8e9f30e5, 0x2f1daa37,
     0xf0f2c558},
    {0xac506643, 0xa90635a5, 0xe25b878b, 0xaab7878f, 0x88817f7a, 0x0a02892b, 0x559a7550,
     0x598f657e},
    {0x7eef60a1, 0x6b70e3e8, 0x9c1714d1, 0xb958e2a8, 0xab02675e, 0xed1c014f, 0xcd8d65bb,
     0xfdb7a257},
    {0x09254899, 0xd699c7bc, 0x9019b6dc, 0x2b9022e4, 0x8fa14956, 0x21bf9bd3, 0xb94d0943,
     0x6ffddc22},
};
