/* SPDX-License-Identifier: MIT */
/* SHAvite-3 with 256 bits of output. */
enum {
    BLOCK_WORDS = 16,
    CHAIN_WORDS = 8,
    LENGTH_BYTES = 8,
    ROUNDS = 12,
    F_KEYS = 3,
    SUBKEY_WORDS = ROUNDS * 4 * F_KEYS,
    LAG = 3,
    PLACES = 4
};

static const struct place places[PLACES] = {
    {16, {C0, NOT_C1, NOTHING, NOTHING}},
    {56, {NOTHING, C1, NOT_C0, NOTHING}},
    {84, {NOTHING, NOTHING, C1, NOT_C0}},
    {124, {C0, NOTHING, NOTHING, NOT_C1}},
};

static const uint32_t initial_value[CHAIN_WORDS] = {0x49bb3e47, 0x2674860d, 0xa8b392ac, 0x021ac4e6,
                                                    0x409283cf, 0x620e5d86, 0x6d929dcb, 0x96cc2a8b};
