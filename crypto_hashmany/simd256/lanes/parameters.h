/* SPDX-License-Identifier: MIT */
/* SIMD-256: the initial value is the compression function of zeros and a block with the text
 * "SIMD-256 v1.1". */
#define WORD_BITS 32
#define START                                                                                      \
    {                                                                                              \
        {0x4d567983, 0x07190ba9, 0x8474577b, 0x39d726e9},                                          \
            {0xaaf3d925, 0x3ee20b03, 0xafd5e751, 0xc96006d3},                                      \
            {0xc2c2ba14, 0x49b3bcb4, 0xf67caf46, 0x668626c9}, {                                    \
            0xe2eaa8d2, 0x1ff47833, 0xd0c661a5, 0x55693de1                                         \
        }                                                                                          \
    }
#define NEEDS_VECTORS
