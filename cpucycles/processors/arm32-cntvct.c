/* SPDX-License-Identifier: MIT */
/* The generic timer of 32-bit ARM: CNTVCT, of ARMv7 processors that can run virtual machines, and
 * of all later ones. Others, and systems whose kernel has no use for it, raise SIGILL. */
#include "../cpucycles.h"

#if defined(__arm__) && __ARM_ARCH >= 7

static const char *cntvct_open(void) { return NULL; }

/* isb: the counter may be read early or late without it. */
static unsigned long long cntvct_read(void) {
    unsigned low, high;
    __asm__ volatile("isb\n\tmrrc p15, 1, %0, %1, c14\n\tisb" : "=r"(low), "=r"(high)::"memory");
    return (unsigned long long)high << 32 | low;
}

const struct cpucycles_counter cpucycles_arm32_cntvct = {
    .name = "arm32-cntvct",
    .counts = "ticks of the generic timer, whose rate is constant and far below the core's",
    .open = cntvct_open,
    .read = cntvct_read,
};

#else
const struct cpucycles_counter cpucycles_arm32_cntvct = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
