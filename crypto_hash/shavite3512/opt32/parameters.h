/* SPDX-License-Identifier: MIT */
/* SHAvite-3 with 512 bits of output, as tweaked in October 2010. */
enum { BLOCK_BYTES = 128, LENGTH_BYTES = 16, CHAIN_WORDS = 16 };

static const uint32_t INITIAL_VALUE[CHAIN_WORDS] = {
    0x7f532acf, 0xca7b9adb, 0x251708de, 0xcf31edf8, 0xb7411a0d, 0x3c712d17, 0x5a38cf04, 0x9a27abd2,
    0x8c4540ad, 0x5d99f41b, 0xe3887683, 0x26b73dff, 0x27994e0f, 0x00e3f726, 0x1606c84c, 0x719a682a};
