/* SPDX-License-Identifier: MIT */
/*
 * The compression function of SHAvite-3 with 256 bits of output, with instructions for rounds of
 * AES; vector.h has them.
 *
 * Technique: the message expansion runs beside the rounds. Four subkeys of 128 bits are alive; each
 * one makes way, when a round has used it, for the one four places on. The last round of AES in F
 * has no key in the specification. Here its key is what F is added to, and the first subkey of the
 * next F: the result is the next F's input. The other half is found from it by one more sum, beside
 * the chain.
 *
 * A linear subkey is, in words, old ^ (words 1, 2, 3 of the one before, word 0 of the result). Word
 * 0 of the result is put in as word 0 of old ^ word 1 of the one before, so that the chain from a
 * subkey to the next has two instructions.
 *
 * Limit: the chain of 36 rounds of AES, whose results are needed at once. On Zen 5 at 4 cycles each
 * it takes 144 cycles or 2.25 cycles/byte; measured: 2.25, and 2.29 in builds for SSE. On Ice Lake
 * at 3 cycles each it takes 1.69; measured: 1.83. The expansion has 16 rounds of AES and about 110
 * other operations, and hides.
 *
 * Rejected: the counter or the subkey before added behind the round of AES instead of being its
 * key: no gain with three-operand instructions, 1.14 times as long for 32-bit SSE code of Clang.
 * Versions of this for AVX and AVX-512: builds for them have three-operand forms and ternary logic
 * already, and gain 0.98. Two blocks expanded at once with VAES: nothing is left to gain beside
 * the chain.
 */
#include "vector.h"

typedef struct {
    vector L, R;
} chaining_value;

TARGET static inline chaining_value initial_value(void) {
    return (chaining_value){load(INITIAL_VALUE), load(INITIAL_VALUE + 4)};
}

TARGET static inline void store_digest(unsigned char *out, const chaining_value *h) {
    store(out, h->L);
    store(out + 16, h->R);
}

/* Subkey j from the ones four before and one before; a constant j selects the statements. The
 * counter is c1, c0. */
#define NONLINEAR(j) K[j] = AESround(words_1230(K[(j)-4]), K[(j)-1])
#define LINEAR(j) K[j] = xor2(xor2(K[(j)-4], word_0_as_3(K[(j)-4])), words_1231(K[(j)-1]))
#define EXPAND(j)                                                                                  \
    do {                                                                                           \
        if ((j) / 4 % 2 == 1)                                                                      \
            NONLINEAR(j);                                                                          \
        else if ((j) < 36)                                                                         \
            LINEAR(j);                                                                             \
        if ((j) == 4)                                                                              \
            K[j] = xor2(K[j], words(c0, ~c1, 0, 0));                                               \
        if ((j) == 14)                                                                             \
            K[j] = xor2(K[j], words(0, c1, ~c0, 0));                                               \
        if ((j) == 21)                                                                             \
            K[j] = xor2(K[j], words(0, 0, c1, ~c0));                                               \
        if ((j) == 31)                                                                             \
            K[j] = xor2(K[j], words(c0, 0, 0, ~c1));                                               \
    } while (0)

/* L += F(R): x is R with the first subkey of the round, and then L with that of the next. */
#define ROUND(i, L)                                                                                \
    do {                                                                                           \
        x = keyed_round(x, K[3 * (i) + 1]);                                                        \
        EXPAND(3 * (i) + 4);                                                                       \
        x = keyed_round(x, K[3 * (i) + 2]);                                                        \
        EXPAND(3 * (i) + 5);                                                                       \
        x = keyed_round(x, xor2(L, K[3 * (i) + 3]));                                               \
        L = without_key(x, K[3 * (i) + 3]);                                                        \
        EXPAND(3 * (i) + 6);                                                                       \
    } while (0)

TARGET static inline void compress(chaining_value *h, const unsigned char *block,
                                   unsigned long long bytes) {
    uint32_t c0 = (uint32_t)(bytes << 3), c1 = (uint32_t)(bytes >> 29);
    vector K[40], L = h->L, R = h->R;
    keyed x;

    for (int j = 0; j < 4; ++j)
        K[j] = load(block + 16 * j);
    x = with_key(R, K[0]);
    ROUND(0, L);
    ROUND(1, R);
    ROUND(2, L);
    ROUND(3, R);
    ROUND(4, L);
    ROUND(5, R);
    ROUND(6, L);
    ROUND(7, R);
    ROUND(8, L);
    ROUND(9, R);
    ROUND(10, L);
    x = keyed_round(x, K[34]);
    x = keyed_round(x, K[35]);
    R = last_round(x, xor2(R, h->R));
    h->L = xor2(h->L, L);
    h->R = R;
}
