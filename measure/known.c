/* SPDX-License-Identifier: MIT */
/* Calls whose duration is known, timed like an implementation's: what they read too much is what a
 * call between two barriers costs by itself, and one of another instruction tells whether the
 * calibration is right. */
#include "../cpucycles/chain.h"
#include "harness.h"

#include <stddef.h>

/* Noinline, and called through a pointer: with the same instructions around it as a hash. */
#define KNOWN(name, steps)                                                                         \
    __attribute__((noinline)) static int name(unsigned char *out, const unsigned char *in,         \
                                              unsigned long long length) {                         \
        size_t x = (size_t)length, y = 3;                                                          \
        (void)out;                                                                                 \
        (void)in;                                                                                  \
        CPUCYCLES_HIDE(y);                                                                         \
        steps return 0;                                                                            \
    }

KNOWN(add64, CPUCYCLES_64(CPUCYCLES_ADD, x, y))
KNOWN(add512, CPUCYCLES_512(CPUCYCLES_ADD, x, y))
KNOWN(xor768, CPUCYCLES_512(CPUCYCLES_XOR, x, y) CPUCYCLES_256(CPUCYCLES_XOR, x, y))

const struct known known_calls[known_count] = {
    {add64, 64 * CPUCYCLES_STEP}, {add512, 512 * CPUCYCLES_STEP}, {xor768, 768 * CPUCYCLES_STEP}};
