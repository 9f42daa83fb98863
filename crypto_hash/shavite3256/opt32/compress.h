/* SPDX-License-Identifier: MIT */
/*
 * The compression function of SHAvite-3 with 256 bits of output, on 32-bit words.
 *
 * Technique: beside each of nine rounds of AES in F four subkeys are computed, eight times four of
 * 36 that the nine use; the rounds of AES wait for each other, the expansion fills their gaps. Four
 * passes of three rounds of the Feistel network are unrolled, so that the place of the counter is
 * a constant and L and R change names only.
 *
 * Invariant: the subkeys begin 16 words before the rounds, and fall behind by four in each of four
 * passes. In the last pass each four are computed directly before they are used.
 *
 * Limit: operations. A round of AES has 16 look-ups, each with a byte to extract and a sum; 52
 * rounds, 40 operations each, and the linear subkeys make 5.7 cycles/byte at six a cycle, as Zen 5
 * has them. The chain of 36 rounds has, for each, shift, mask, load and four sums, 10 cycles: 5.6.
 * Measured on Zen 5: 8.8.
 *
 * Rejected: a loop of four passes, 1.20 with GCC, 1.1 with Clang. The whole expansion before the
 * rounds, 1.03 of the loop with Clang, 1.1 with GCC.
 */
#include "words.h"

enum { GROUPS = 4 };

/* Where the counter is added to each nonlinear group. */
static const struct place places[GROUPS] = {
    {0, {C0, NOT_C1, NOTHING, NOTHING}},
    {2, {NOTHING, C1, NOT_C0, NOTHING}},
    {1, {NOTHING, NOTHING, C1, NOT_C0}},
    {3, {C0, NOTHING, NOTHING, NOT_C1}},
};

/* Subkeys n+16 to n+19 from the sixteen before. */
#define LINEAR(n)                                                                                  \
    do {                                                                                           \
        (n)[16] = (n)[0] ^ (n)[13];                                                                \
        (n)[17] = (n)[1] ^ (n)[14];                                                                \
        (n)[18] = (n)[2] ^ (n)[15];                                                                \
        (n)[19] = (n)[3] ^ (n)[16];                                                                \
    } while (0)

/* The next four subkeys: of eight, four times by a round of AES, then four times linear. */
#define EXPAND(i)                                                                                  \
    do {                                                                                           \
        if ((i) < 4)                                                                               \
            NONLINEAR(n, 16, i);                                                                   \
        else if ((i) < 8)                                                                          \
            LINEAR(n);                                                                             \
        n += 4;                                                                                    \
    } while (0)

/* l += F(r). Beside each round of AES four subkeys are computed. */
#define ROUND(i, l, r)                                                                             \
    do {                                                                                           \
        uint32_t a0 = r##0 ^ k[0], a1 = r##1 ^ k[1], a2 = r##2 ^ k[2], a3 = r##3 ^ k[3];           \
        EXPAND(3 * (i));                                                                           \
        uint32_t b0 = k[4], b1 = k[5], b2 = k[6], b3 = k[7];                                       \
        ADD_AESround(b0, b1, b2, b3, a0, a1, a2, a3);                                              \
        EXPAND(3 * (i) + 1);                                                                       \
        a0 = k[8], a1 = k[9], a2 = k[10], a3 = k[11];                                              \
        ADD_AESround(a0, a1, a2, a3, b0, b1, b2, b3);                                              \
        EXPAND(3 * (i) + 2);                                                                       \
        ADD_AESround(l##0, l##1, l##2, l##3, a0, a1, a2, a3);                                      \
        k += 12;                                                                                   \
    } while (0)

#define SWAP(a, b)                                                                                 \
    do {                                                                                           \
        uint32_t c = a;                                                                            \
        a = b;                                                                                     \
        b = c;                                                                                     \
    } while (0)

NO_VECTORS static void compress(chaining_value *h, const unsigned char *block,
                                unsigned long long bytes) {
    uint32_t rk[16 + GROUPS * 32], *k = rk, *n = rk, addends[ADDENDS];
    uint32_t L0 = h->word[0], L1 = h->word[1], L2 = h->word[2], L3 = h->word[3];
    uint32_t R0 = h->word[4], R1 = h->word[5], R2 = h->word[6], R3 = h->word[7];

    load_block(rk, block);
    set_addends(addends, bytes);
#pragma GCC unroll 4
    for (const struct place *place = places; place < places + GROUPS; ++place) {
        ROUND(0, L, R);
        ROUND(1, R, L);
        ROUND(2, L, R);
        n -= 4;
        SWAP(L0, R0);
        SWAP(L1, R1);
        SWAP(L2, R2);
        SWAP(L3, R3);
    }
    add_words(h->word, L0, L1, L2, L3);
    add_words(h->word + 4, R0, R1, R2, R3);
}
