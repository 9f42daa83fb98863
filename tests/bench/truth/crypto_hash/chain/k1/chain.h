/* SPDX-License-Identifier: MIT */
/* No hash: a call whose duration is known by construction, START_CYCLES and then CYCLES_A_BYTE for
 * each byte of the message, up to a multiple of 8.
 *
 * Each addition waits for the one before it, and every processor takes a cycle for one (POWER:
 * two). The loop's own instructions depend on nothing in the chain, and run beside it: the fewer,
 * the better. The call itself takes some ten cycles, which a chain of that length hides: one of 8
 * cycles does not. */
#include "crypto_hash.h"

#define STEP                                                                                       \
    x += y;                                                                                        \
    __asm__ volatile("" : "+r"(x));
#define STEPS_2 STEP STEP
#define STEPS_4 STEPS_2 STEPS_2
#define STEPS_8 STEPS_4 STEPS_4
#define STEPS_16 STEPS_8 STEPS_8
#define STEPS_32 STEPS_16 STEPS_16
#define STEPS_64 STEPS_32 STEPS_32
#define STEPS_1 STEP
#define STEPS_0
#define STEPS_200 STEPS_64 STEPS_64 STEPS_64 STEPS_8
#define PASTE(a, b) a##b
#define STEPS(count) PASTE(STEPS_, count)
#define EIGHT(count)                                                                               \
    STEPS(count)                                                                                   \
    STEPS(count) STEPS(count) STEPS(count) STEPS(count) STEPS(count) STEPS(count) STEPS(count)

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned long x = (unsigned long)inlen, y = 3;
    (void)in;
    __asm__ volatile("" : "+r"(y));
    STEPS(START_CYCLES)
    for (; inlen >= 8; inlen -= 8) {
        EIGHT(CYCLES_A_BYTE)
    }
    out[0] = 0;
    return 0;
}
