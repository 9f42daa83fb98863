/* SPDX-License-Identifier: MIT */
/* The time-stamp counter of amd64 and x86.
 *
 * Between two fences: the first keeps the reading from starting before the instructions ahead of it
 * are done, the second keeps the instructions behind it from starting before the reading. Without
 * them an out-of-order core moves short calls over the edge of their own timing. rdtscp alone does
 * only the first half. */
#include "cpucycles.h"

#if defined(__x86_64__) || defined(__i386__)

#include <x86intrin.h>

/* lfence came with SSE2; a processor without it is served by the clock. */
static int tsc_open(void) { return __builtin_cpu_supports("sse2") ? 0 : -1; }

__attribute__((target("sse2"))) static unsigned long long tsc_read(void) {
    unsigned long long ticks;
    _mm_lfence();
    ticks = __rdtsc();
    _mm_lfence();
    return ticks;
}

#else

static int tsc_open(void) { return -1; }

static unsigned long long tsc_read(void) { return 0; }

#endif

const struct cpucycles_counter cpucycles_tsc = {
    "x86-tsc", "ticks of the time-stamp counter, whose rate is constant and need not be the core's",
    0,         tsc_open,
    tsc_read,
};
