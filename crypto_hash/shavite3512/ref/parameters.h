/* SPDX-License-Identifier: MIT */
/* SHAvite-3 with 512 bits of output, as tweaked in October 2010: 16 rounds, the counter at 8 places
 * (14 and 4 before). */
enum {
    BLOCK_WORDS = 32,
    CHAIN_WORDS = 16,
    LENGTH_BYTES = 16,
    ROUNDS = 16,
    F_KEYS = 4,
    SUBKEY_WORDS = ROUNDS * 2 * 4 * F_KEYS,
    LAG = 7,
    PLACES = 8
};

static const struct place places[PLACES] = {
    {32, {C0, C1, C2, NOT_C3}},  {112, {NOT_C0, NOT_C1, NOT_C2, C3}},
    {164, {C3, C2, C1, NOT_C0}}, {244, {NOT_C3, NOT_C2, NOT_C1, C0}},
    {316, {C2, C3, C0, NOT_C1}}, {364, {NOT_C2, NOT_C3, NOT_C0, C1}},
    {440, {C1, C0, C3, NOT_C2}}, {488, {NOT_C1, NOT_C0, NOT_C3, C2}},
};

static const uint32_t initial_value[CHAIN_WORDS] = {
    0x7f532acf, 0xca7b9adb, 0x251708de, 0xcf31edf8, 0xb7411a0d, 0x3c712d17, 0x5a38cf04, 0x9a27abd2,
    0x8c4540ad, 0x5d99f41b, 0xe3887683, 0x26b73dff, 0x27994e0f, 0x00e3f726, 0x1606c84c, 0x719a682a};
