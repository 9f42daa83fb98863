/* SPDX-License-Identifier: MIT */
/* No hash: a call whose duration is known by construction, COST(n) cycles for a message of n bytes:
 * a chain of dependent additions, each of which takes one cycle on every processor (POWER: two).
 * Costs are rounded up to a multiple of 8. A call takes ten to twenty cycles more, which all
 * lengths share. tests/bench/shapes.py computes the same costs. */
#include "crypto_hash.h"

#define BLOCKS(n) (((n) + 9 + 63) / 64) /* of 64 bytes, with 9 of padding, as SHA-256 has */

#define STEP                                                                                       \
    x += y;                                                                                        \
    __asm__ volatile("" : "+r"(x));

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned long x = (unsigned long)inlen, y = 3;
    unsigned long n = (unsigned long)inlen;
    (void)in;
    __asm__ volatile("" : "+r"(y));
    for (unsigned long left = (COST(n) + 7) / 8; left; --left) {
        STEP STEP STEP STEP STEP STEP STEP STEP
    }
    out[0] = 0;
    return 0;
}
