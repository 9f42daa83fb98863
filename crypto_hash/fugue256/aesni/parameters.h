/* SPDX-License-Identifier: MIT */
/* Fugue with 256 bits of output. */
enum { COLUMNS = 30, SUB_ROUNDS = 2, G1_SUB_ROUNDS = 10, PARTS = 2 };

static const unsigned char IV[COLUMNS][4] = {
    [22] = {0xe9, 0x52, 0xbd, 0xde}, [23] = {0x66, 0x71, 0x13, 0x5f},
    [24] = {0xe0, 0xd4, 0xf6, 0x68}, [25] = {0xd2, 0xb0, 0xb5, 0x94},
    [26] = {0xf9, 0x6c, 0x62, 0x1d}, [27] = {0xfb, 0xf9, 0x29, 0xde},
    [28] = {0x91, 0x49, 0xe8, 0x99}, [29] = {0x34, 0xf8, 0xc2, 0x48}};

/* TIX, but for S[0] = q and S[1] ^= S[24]. */
TARGET static inline void TIX(vector *group, vector r, vector q) {
    group[3] = xor2(group[3], slot_0_in_2(r)); /* S[10] ^= S[0] */
    group[2] = xor2(group[2], only_slot_3(q)); /* S[8] ^= q */
}
