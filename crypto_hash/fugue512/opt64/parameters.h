/* SPDX-License-Identifier: MIT */
/* Fugue with 512 bits of output. */
enum { COLUMNS = 36, SUB_ROUNDS = 4, G1_SUB_ROUNDS = 32, PARTS = 4 };

static const unsigned char IV[COLUMNS][4] = {
    [20] = {0x88, 0x07, 0xa5, 0x7e}, [21] = {0xe6, 0x16, 0xaf, 0x75},
    [22] = {0xc5, 0xd3, 0xe4, 0xdb}, [23] = {0xac, 0x9a, 0xb0, 0x27},
    [24] = {0xd9, 0x15, 0xf1, 0x17}, [25] = {0xb6, 0xee, 0xcc, 0x54},
    [26] = {0x06, 0xe8, 0x02, 0x0b}, [27] = {0x4a, 0x92, 0xef, 0xd1},
    [28] = {0xaa, 0xc6, 0xe2, 0xc9}, [29] = {0xdd, 0xb2, 0x13, 0x98},
    [30] = {0xca, 0xe6, 0x58, 0x38}, [31] = {0x43, 0x7f, 0x20, 0x3f},
    [32] = {0x25, 0xea, 0x78, 0xe7}, [33] = {0x95, 0x1f, 0xdd, 0xd6},
    [34] = {0xda, 0x6e, 0xd1, 0x1d}, [35] = {0xe1, 0x3e, 0x35, 0x67}};

/* Columns 0 to 3 are r01 and r23. */
#define TIX(q)                                                                                     \
    do {                                                                                           \
        S[7].s23 ^= r01 & EVEN_SLOT;                          /* S[22] ^= S[0] */                  \
        S[1].s23 ^= (S[9].s01 & ODD_SLOT) >> 8;               /* S[4] ^= S[27] */                  \
        S[2].s23 ^= (S[10].s01 & ODD_SLOT) >> 8 ^ q << 8;     /* S[7] ^= S[30], S[8] ^= q */       \
        r01 = (r01 & ODD_SLOT) ^ (q | (S[8].s01 & ODD_SLOT)); /* S[0] = q, S[1] ^= S[24] */        \
    } while (0)
