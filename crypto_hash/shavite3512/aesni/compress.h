/* SPDX-License-Identifier: MIT */
/*
 * The compression function of SHAvite-3 with 512 bits of output, with instructions for rounds of
 * AES; vector.h has them.
 *
 * Technique: the message expansion runs beside the rounds. A subkey of 128 bits is computed when
 * the round has used the one eight places before. The last round of AES in F has no key in the
 * specification. Here its key is what F is added to, and the first subkey of the next F: the result
 * is the next F's input. The part itself is found from it by one more sum, beside the chain. The
 * counter is the key of a round of AES in the expansion.
 *
 * A linear subkey word is u[-32] + u[-7], and so waits for the subkey before. Where words seven
 * before are linear, too, they are replaced by their own sums, u[-39] + u[-14], so that a subkey
 * waits for the one three places before: eight linear subkeys take 4 steps and not 8. This is done
 * where a round of AES is short enough for the difference to count.
 *
 * Limit: the chain of 64 rounds of AES, two abreast. On Zen 5 at 4 cycles each it takes 256 cycles
 * or 2.0 cycles/byte; measured: 2.07 in builds for AVX-512, 97 %. In builds for AVX2 and SSE it is
 * 2.30: registers are short, and compilers keep subkeys in memory.
 *
 * Rejected: u[-32] + u[-7] for all linear subkeys, whose chain is 352 cycles on Zen 5 with that of
 * the nonlinear ones: 1.32 with AVX-512, 1.2 with SSE; but 0.93 to 1.0 for ssse3, which has it.
 * The subkey before as the key of a round of AES in the expansion: eight rounds of AES one after
 * the other, slower than the chain of F: 1.5 times as long. Both F of a round in one vector of 256
 * bits with VAES: joining the subkeys costs more than the rounds save, 1.05.
 */
#include "vector.h"

typedef struct {
    vector P[4];
} chaining_value;

TARGET static inline chaining_value initial_value(void) {
    return (chaining_value){{load(INITIAL_VALUE), load(INITIAL_VALUE + 4), load(INITIAL_VALUE + 8),
                             load(INITIAL_VALUE + 12)}};
}

TARGET static inline void store_digest(unsigned char *out, const chaining_value *h) {
    for (int i = 0; i < 4; ++i)
        store(out + 16 * i, h->P[i]);
}

/* What the counter c2, c1, c0 adds to subkey j: one in each nonlinear group of eight has it. */
#define COUNTER(j)                                                                                 \
    ((j) == 8     ? words(c0, c1, c2, ~0)                                                          \
     : (j) == 28  ? words(~c0, ~c1, ~c2, 0)                                                        \
     : (j) == 41  ? words(0, c2, c1, ~c0)                                                          \
     : (j) == 61  ? words(~0, ~c2, ~c1, c0)                                                        \
     : (j) == 79  ? words(c2, 0, c0, ~c1)                                                          \
     : (j) == 91  ? words(~c2, ~0, ~c0, c1)                                                        \
     : (j) == 110 ? words(c1, c0, 0, ~c2)                                                          \
     : (j) == 122 ? words(~c1, ~c0, ~0, c2)                                                        \
                  : zeros())

/* Subkey j, from those before it; a constant j selects the statement. */
#define EXPAND(j)                                                                                  \
    do {                                                                                           \
        if ((j) / 8 % 2 == 1)                                                                      \
            K[j] = xor2(AESround(words_1230(K[(j)-8]), COUNTER(j)), K[(j)-1]);                     \
        else if ((j) < 128 && ((j) % 8 < 2 || !SHORT_AESround))                                    \
            K[j] = xor2(K[(j)-8], words_1_to_4(K[(j)-2], K[(j)-1]));                               \
        else if ((j) < 128)                                                                        \
            K[j] = xor2(xor2(K[(j)-8], words_1_to_4(K[(j)-10], K[(j)-9])),                         \
                        words_2_to_5(K[(j)-4], K[(j)-3]));                                         \
    } while (0)

/*
 * P0 += F(P1), P2 += F(P3). x and y are P1 and P3 with the first keys of the round, and then P0 and
 * P2 with those of the next.
 */
#define ROUND(r, P0, P1, P2, P3)                                                                   \
    do {                                                                                           \
        x = keyed_round(x, K[8 * (r) + 1]);                                                        \
        y = keyed_round(y, K[8 * (r) + 5]);                                                        \
        EXPAND(8 * (r) + 8);                                                                       \
        EXPAND(8 * (r) + 9);                                                                       \
        x = keyed_round(x, K[8 * (r) + 2]);                                                        \
        y = keyed_round(y, K[8 * (r) + 6]);                                                        \
        EXPAND(8 * (r) + 10);                                                                      \
        EXPAND(8 * (r) + 11);                                                                      \
        x = keyed_round(x, K[8 * (r) + 3]);                                                        \
        y = keyed_round(y, K[8 * (r) + 7]);                                                        \
        EXPAND(8 * (r) + 12);                                                                      \
        x = keyed_round(x, xor2(P0, K[8 * (r) + 8]));                                              \
        y = keyed_round(y, xor2(P2, K[8 * (r) + 12]));                                             \
        P0 = without_key(x, K[8 * (r) + 8]);                                                       \
        P2 = without_key(y, K[8 * (r) + 12]);                                                      \
        EXPAND(8 * (r) + 13);                                                                      \
        EXPAND(8 * (r) + 14);                                                                      \
        EXPAND(8 * (r) + 15);                                                                      \
    } while (0)

/* Each part is called by its place in the first round; after four rounds all are there again. */
#define FOUR_ROUNDS(r)                                                                             \
    do {                                                                                           \
        ROUND(r, P0, P1, P2, P3);                                                                  \
        ROUND((r) + 1, P3, P0, P1, P2);                                                            \
        ROUND((r) + 2, P2, P3, P0, P1);                                                            \
        if ((r) < 12)                                                                              \
            ROUND((r) + 3, P1, P2, P3, P0);                                                        \
    } while (0)

TARGET static inline void compress(chaining_value *h, const unsigned char *block,
                                   unsigned long long bytes) {
    uint32_t c0 = (uint32_t)(bytes << 3), c1 = (uint32_t)(bytes >> 29);
    uint32_t c2 = (uint32_t)(bytes >> 61);
    vector K[128], P0 = h->P[0], P1 = h->P[1], P2 = h->P[2], P3 = h->P[3];
    keyed x, y;

    for (int j = 0; j < 8; ++j)
        K[j] = load(block + 16 * j);
    x = with_key(P1, K[0]);
    y = with_key(P3, K[4]);
    FOUR_ROUNDS(0);
    FOUR_ROUNDS(4);
    FOUR_ROUNDS(8);
    FOUR_ROUNDS(12);
    x = keyed_round(keyed_round(keyed_round(x, K[121]), K[122]), K[123]);
    y = keyed_round(keyed_round(keyed_round(y, K[125]), K[126]), K[127]);
    h->P[0] = xor2(h->P[0], P0);
    h->P[1] = last_round(x, xor2(P1, h->P[1]));
    h->P[2] = xor2(h->P[2], P2);
    h->P[3] = last_round(y, xor2(P3, h->P[3]));
}
