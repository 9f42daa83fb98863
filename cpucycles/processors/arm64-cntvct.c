/* SPDX-License-Identifier: MIT */
/* The generic timer of arm64: CNTVCT_EL0. Every system lets programs read it.
 *
 * isb on both sides: the Arm manual lets the counter be read early or late without it. */
#include "../cpucycles.h"

#if defined(__aarch64__)

static const char *cntvct_open(void) { return NULL; }

static unsigned long long cntvct_read(void) {
    unsigned long long ticks;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks)::"memory");
    return ticks;
}

const struct cpucycles_counter cpucycles_arm64_cntvct = {
    .name = "arm64-cntvct",
    .counts = "ticks of the generic timer, whose rate is constant and far below the core's",
    .open = cntvct_open,
    .read = cntvct_read,
};

#else
const struct cpucycles_counter cpucycles_arm64_cntvct = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
