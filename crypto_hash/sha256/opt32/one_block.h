/* SPDX-License-Identifier: MIT */

/* One block of the SHA-2 family, all in general registers. The includer may say with TARGET for
 * which processors. */
#include "rounds_unrolled.h"

#ifndef TARGET
#define TARGET
#endif

#define LOADED(i) (W[i] = load_word(M + WORD_BITS / 8 * (i)), K[t + (i)] + W[i])
#define EXPANDED(i)                                                                                \
    (W[i] += sigma1(W[((i) + 14) % 16]) + W[((i) + 9) % 16] + sigma0(W[((i) + 1) % 16]),           \
     K[t + (i)] + W[i])

TARGET static void compress(word *H, const unsigned char *M) {
    STATE_FROM(H);
    word W[16];
    int t = 0;

    EIGHT_ROUNDS(LOADED, 0);
    EIGHT_ROUNDS(LOADED, 8);
    for (t = 16; t < ROUNDS; t += 16) {
        EIGHT_ROUNDS(EXPANDED, 0);
        EIGHT_ROUNDS(EXPANDED, 8);
    }
    ADD_TO(H);
}
