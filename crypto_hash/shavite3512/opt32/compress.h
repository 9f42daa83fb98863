/* SPDX-License-Identifier: MIT */
/*
 * The compression function of SHAvite-3 with 512 bits of output, on 32-bit words.
 *
 * Technique: each group of 32 subkeys is computed directly before the round that uses the group
 * before it. Four rounds make a pass of the loop, after which each part is where it began.
 *
 * Limit: operations. A round of AES has 16 look-ups, each with a byte to extract and a sum; 192
 * rounds, 40 operations each, four a cycle, and the linear subkeys make 16 cycles/byte. Measured on
 * Zen 4: 20.9, on Zen 5: 18.6.
 *
 * Rejected: all loops unrolled, 0.98, and 1.02 in 32-bit code.
 */
#include "words.h"

enum { GROUPS = 8 };

/* Where the counter is added to each nonlinear group. */
static const struct place places[GROUPS] = {
    {0, {C0, C1, C2, NOT_C3}}, {4, {NOT_C0, NOT_C1, NOT_C2, C3}},
    {1, {C3, C2, C1, NOT_C0}}, {5, {NOT_C3, NOT_C2, NOT_C1, C0}},
    {7, {C2, C3, C0, NOT_C1}}, {3, {NOT_C2, NOT_C3, NOT_C0, C1}},
    {6, {C1, C0, C3, NOT_C2}}, {2, {NOT_C1, NOT_C0, NOT_C3, C2}},
};

static inline void nonlinear_group(uint32_t *n, const struct place *place,
                                   const uint32_t addends[ADDENDS]) {
    for (int i = 0; i < 8; ++i, n += 4)
        NONLINEAR(n, 32, i);
}

static inline void linear_group(uint32_t *n) {
    for (int i = 0; i < 32; ++i)
        n[i + 32] = n[i] ^ n[i + 25];
}

/* sum += F(P) */
static inline void add_F(uint32_t sum[4], const uint32_t P[4], const uint32_t k[16]) {
    uint32_t x0 = P[0] ^ k[0], x1 = P[1] ^ k[1], x2 = P[2] ^ k[2], x3 = P[3] ^ k[3];
    uint32_t y0 = k[4], y1 = k[5], y2 = k[6], y3 = k[7];

    ADD_AESround(y0, y1, y2, y3, x0, x1, x2, x3);
    x0 = k[8], x1 = k[9], x2 = k[10], x3 = k[11];
    ADD_AESround(x0, x1, x2, x3, y0, y1, y2, y3);
    y0 = k[12], y1 = k[13], y2 = k[14], y3 = k[15];
    ADD_AESround(y0, y1, y2, y3, x0, x1, x2, x3);
    ADD_AESround(sum[0], sum[1], sum[2], sum[3], y0, y1, y2, y3);
}

NO_VECTORS static void compress(chaining_value *h, const unsigned char *block,
                                unsigned long long bytes) {
    uint32_t rk[32 + GROUPS * 64], *k = rk, addends[ADDENDS], P[16];

    load_block(rk, block);
    set_addends(addends, bytes);
    memcpy(P, h->word, sizeof P);
    for (int g = 0; g < GROUPS; g += 2) {
        nonlinear_group(k, places + g, addends);
        add_F(P, P + 4, k);
        add_F(P + 8, P + 12, k + 16);
        linear_group(k + 32);
        add_F(P + 12, P, k + 32);
        add_F(P + 4, P + 8, k + 48);
        k += 64;
        nonlinear_group(k, places + g + 1, addends);
        add_F(P + 8, P + 12, k);
        add_F(P, P + 4, k + 16);
        linear_group(k + 32);
        add_F(P + 4, P + 8, k + 32);
        add_F(P + 12, P, k + 48);
        k += 64;
    }
    for (int i = 0; i < 16; i += 4)
        add_words(h->word + i, P[i], P[i + 1], P[i + 2], P[i + 3]);
}
