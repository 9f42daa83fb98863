/* SPDX-License-Identifier: MIT */
/* Fugue with 256 bits of output. */
enum { COLUMNS = 30, SUB_ROUNDS = 2, G1_SUB_ROUNDS = 10, PARTS = 2 };

static const unsigned char IV[COLUMNS][4] = {
    [22] = {0xe9, 0x52, 0xbd, 0xde}, [23] = {0x66, 0x71, 0x13, 0x5f},
    [24] = {0xe0, 0xd4, 0xf6, 0x68}, [25] = {0xd2, 0xb0, 0xb5, 0x94},
    [26] = {0xf9, 0x6c, 0x62, 0x1d}, [27] = {0xfb, 0xf9, 0x29, 0xde},
    [28] = {0x91, 0x49, 0xe8, 0x99}, [29] = {0x34, 0xf8, 0xc2, 0x48}};

/* Columns 0 to 3 are r01 and r23. */
#define TIX(q)                                                                                     \
    do {                                                                                           \
        S[3].s23 ^= r01 & EVEN_SLOT;                          /* S[10] ^= S[0] */                  \
        S[2].s23 ^= q << 8;                                   /* S[8] ^= q */                      \
        r01 = (r01 & ODD_SLOT) ^ (q | (S[8].s01 & ODD_SLOT)); /* S[0] = q, S[1] ^= S[24] */        \
    } while (0)
