/* SPDX-License-Identifier: MIT */
/* SIMD-256: what differs between the sizes. */
enum {
    FEISTELS = 4,
    ALPHA = 139, /* the root of unity modulo 257, of order 32 FEISTELS */
};

/* Step i takes number i modulo their count: the other Feistel is j ^ crossing. */
#define CROSSINGS                                                                                  \
    { 1, 2, 3 }

/* The compression function of zeros and a block with the text "SIMD-256 v1.1". */
static const uint32_t initial_value[4][FEISTELS] = {
    {0x4d567983, 0x07190ba9, 0x8474577b, 0x39d726e9},
    {0xaaf3d925, 0x3ee20b03, 0xafd5e751, 0xc96006d3},
    {0xc2c2ba14, 0x49b3bcb4, 0xf67caf46, 0x668626c9},
    {0xe2eaa8d2, 0x1ff47833, 0xd0c661a5, 0x55693de1},
};
