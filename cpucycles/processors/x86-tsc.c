/* SPDX-License-Identifier: MIT */
/* The time-stamp counter of amd64 and x86, read by rdtsc.
 *
 * It is read between two fences: the first lets earlier instructions end before the reading, the
 * second keeps later instructions from starting before it. Without fences an out-of-order core
 * executes part of a short call outside its timing. */
#include "../cpucycles.h"

#if defined(__x86_64__) || defined(__i386__)

/* lfence came with SSE2. */
static const char *tsc_open(void) {
    return __builtin_cpu_supports("sse2") ? NULL : "the processor has no lfence";
}

/* Built-in functions: <x86intrin.h> takes longer to compile than the rest of this file. */
__attribute__((target("sse2"))) static unsigned long long tsc_read(void) {
    unsigned long long ticks;
    __builtin_ia32_lfence();
    ticks = __builtin_ia32_rdtsc();
    __builtin_ia32_lfence();
    return ticks;
}

const struct cpucycles_counter cpucycles_x86_tsc = {
    .name = "x86-tsc",
    .counts = "ticks of the time-stamp counter, whose rate is constant and need not be the core's",
    .open = tsc_open,
    .read = tsc_read,
};

#else
const struct cpucycles_counter cpucycles_x86_tsc = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
