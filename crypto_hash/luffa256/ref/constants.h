/* SPDX-License-Identifier: MIT */
/*
 * Constants of Luffa, version 2: 5 sub-states; Luffa-256 takes the first 3 of each row.
 *
 * INITIAL_VALUE(f) lists f(V_0 .. V_4) of the words a_0 .. a_7 of the starting value.
 *
 * STEP_CONSTANTS(f) lists f(first .. , second ..) of the 8 steps: the words that Q_0 .. Q_4 add to
 * a_0, then those that they add to a_4. The specification's generator makes them: a 64-bit
 * register, clocked once for each word, which shifts left by one bit, adds c4d6496c55c61c8d if a 1
 * fell out, and exchanges its halves; the word is the low half.
 */
#define INITIAL_VALUE(f)                                                                           \
    f(0x6d251e69, 0xc3b44b95, 0xf7efc89d, 0x858075d5, 0x6c68e9be),                                 \
        f(0x44b051e0, 0xd9d2f256, 0x5dba5781, 0x36d79cce, 0x5ec41e22),                             \
        f(0x4eaa6fb4, 0x70eee9a0, 0x04016ce5, 0xe571f7d7, 0xc825b7c7),                             \
        f(0xdbf78465, 0xde099fa3, 0xad659c05, 0x204b1f67, 0xaffb4363),                             \
        f(0x6e292011, 0x5d9b0557, 0x0306194f, 0x35870c6a, 0xf5df3999),                             \
        f(0x90152df4, 0x8fc944b3, 0x666d1836, 0x57e9e923, 0x0fc688f1),                             \
        f(0xee058139, 0xcf1ccf0e, 0x24aa230a, 0x14bcb808, 0xb07224cc),                             \
        f(0xdef610bb, 0x746cd581, 0x8b264ae7, 0x7cde72ce, 0x03e86cea)

#define STEP_CONSTANTS(f)                                                                          \
    f(0x303994a6, 0xb6de10ed, 0xfc20d9d2, 0xb213afa5, 0xf0d2e9e3, 0xe0337818, 0x01685f3d,          \
      0xe25e72c1, 0xe028c9bf, 0x5090d577),                                                         \
        f(0xc0e65299, 0x70f47aae, 0x34552e25, 0xc84ebe95, 0xac11d7fa, 0x441ba90d, 0x05a17cf4,      \
          0xe623bb72, 0x44756f91, 0x2d1925ab),                                                     \
        f(0x6cc33a12, 0x0707a3d4, 0x7ad8818f, 0x4e608a22, 0x1bcb66f2, 0x7f34d442, 0xbd09caca,      \
          0x5c58a4a4, 0x7e8fce32, 0xb46496ac),                                                     \
        f(0xdc56983e, 0x1c1e8f51, 0x8438764a, 0x56d858fe, 0x6f2d9bc9, 0x9389217f, 0xf4272b28,      \
          0x1e38e2e7, 0x956548be, 0xd1925ab0),                                                     \
        f(0x1e00108f, 0x707a3d45, 0xbb6de032, 0x343b138f, 0x78602649, 0xe5a8bce6, 0x144ae5cc,      \
          0x78e38b9d, 0xfe191be2, 0x29131ab6),                                                     \
        f(0x7800423d, 0xaeb28562, 0xedb780c8, 0xd0ec4e3d, 0x8edae952, 0x5274baf4, 0xfaa7ae2b,      \
          0x27586719, 0x3cb226e5, 0x0fc053c3),                                                     \
        f(0x8f5b7882, 0xbaca1589, 0xd9847356, 0x2ceb4882, 0x3b6ba548, 0x26889ba7, 0x2e48f1c1,      \
          0x36eda57f, 0x5944a28e, 0x3f014f0c),                                                     \
        f(0x96e1db12, 0x40a46f3e, 0xa2c78434, 0xb3ad2208, 0xedae9520, 0x9a226e9d, 0xb923c704,      \
          0x703aace7, 0xa1c4c355, 0xfc053c31)
