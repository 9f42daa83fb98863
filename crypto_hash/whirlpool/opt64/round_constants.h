/* SPDX-License-Identifier: MIT */
/* Row 0 of the round constants: eight entries of the S-box. */
static const uint64_t round_constant[ROUNDS] = {
    UINT64_C(0x4f01b887e8c62318), UINT64_C(0x52916f79f5d2a636), UINT64_C(0x357b0ca38e9bbc60),
    UINT64_C(0x57fe4b2ec2d7e01d), UINT64_C(0xda4af09fe5377715), UINT64_C(0x856ba0b10a29c958),
    UINT64_C(0x67053ecbf4105dbd), UINT64_C(0xd8957da78b4127e4), UINT64_C(0x9e4717dd667ceefb),
    UINT64_C(0x33835aad07bf2dca),
};
