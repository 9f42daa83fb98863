/* SPDX-License-Identifier: MIT */
/* Calls of known duration, timed like an implementation's. What they read above their duration is
 * the cost of a call between two barriers; one that uses another instruction shows whether the
 * calibration is right. */
#include "../../cpucycles/chain.h"
#include "harness.h"

#include <stddef.h>

enum { steps = 64 };

/* Shaped like a hash: called through a pointer, with a loop over the length and a result that is
 * written. Instructions outside the chain do not depend on it, and run in parallel. */
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

/* Short calls, so that the cost of the call itself is a large part: with 512 cycles, a calibration
 * error of half a percent would already be an error of two cycles. */
const struct known known_calls[known_count] = {
    {adds, 64 * CPUCYCLES_STEP}, {adds, 64 * CPUCYCLES_STEP}, {xors, 768 * CPUCYCLES_STEP}};
