/* SPDX-License-Identifier: MIT */
/* Calls whose duration is known, timed like an implementation's: what they read too much is what a
 * call between two barriers costs by itself, and one of another instruction tells whether the
 * calibration is right. */
#include "../../cpucycles/chain.h"
#include "harness.h"

#include <stddef.h>

enum { steps = 64 };

/* Like a hash: called through a pointer, a loop over the length, and a result that is written. What
 * is not of the chain depends on nothing in it, and runs beside it. */
#define KNOWN(name, step)                                                                          \
    __attribute__((noinline)) static int name(unsigned char *out, const unsigned char *in,         \
                                              unsigned long long length) {                         \
        size_t x = (size_t)length, y = 3;                                                          \
        (void)in;                                                                                  \
        CPUCYCLES_HIDE(y);                                                                         \
        for (; length >= steps * CPUCYCLES_STEP; length -= steps * CPUCYCLES_STEP) {               \
            CPUCYCLES_64(step, x, y)                                                               \
        }                                                                                          \
        out[0] = 0;                                                                                \
        return 0;                                                                                  \
    }

KNOWN(adds, CPUCYCLES_ADD)
KNOWN(xors, CPUCYCLES_XOR)

/* Short ones, in which what a call costs by itself is much: a calibration that is half a percent
 * off would make two cycles of a call of 512. */
const struct known known_calls[known_count] = {
    {adds, 64 * CPUCYCLES_STEP}, {adds, 64 * CPUCYCLES_STEP}, {xors, 768 * CPUCYCLES_STEP}};
