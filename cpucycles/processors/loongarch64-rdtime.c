/* SPDX-License-Identifier: MIT */
/* The stable counter of loongarch64: rdtime.d, which programs may read.
 *
 * dbar 0 is the full barrier for memory accesses. The only instruction that holds back all others
 * is ibar. It flushes the front end of the pipeline, which costs more than it corrects at this
 * counter's rate. */
#include "../cpucycles.h"

#if defined(__loongarch64) || (defined(__loongarch__) && __loongarch_grlen == 64)

static const char *rdtime_open(void) { return NULL; }

static unsigned long long rdtime_read(void) {
    unsigned long long ticks;
    __asm__ volatile("dbar 0\n\trdtime.d %0, $zero\n\tdbar 0" : "=r"(ticks)::"memory");
    return ticks;
}

const struct cpucycles_counter cpucycles_loongarch64_rdtime = {
    .name = "loongarch64-rdtime",
    .counts = "ticks of the stable counter, whose rate is constant and far below the core's",
    .open = rdtime_open,
    .read = rdtime_read,
};

#else
const struct cpucycles_counter cpucycles_loongarch64_rdtime = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
