/* SPDX-License-Identifier: MIT */
/* Calls itself without end. */
#include "crypto_hash.h"
#include "fnv1a.h"

static volatile int depth;

__attribute__((noinline)) static int down(unsigned long long n) {
    volatile char room[1024];
    room[n % sizeof room] = (char)depth++;
    return depth < 0 ? 0 : down(n + 1) + room[(n + 1) % sizeof room];
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return down(inlen) & fnv1a(out, in, inlen);
}
