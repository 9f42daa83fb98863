/* SPDX-License-Identifier: MIT */
/* The time base of POWER: special-purpose register 268, which programs may always read.
 *
 * isync lets all earlier instructions end before any later one begins; reading the register is not
 * ordered by itself. */
#include "../cpucycles.h"

#if defined(__powerpc64__)

static const char *mftb_open(void) { return NULL; }

static unsigned long long mftb_read(void) {
    unsigned long long ticks;
    __asm__ volatile("isync\n\tmfspr %0, 268\n\tisync" : "=r"(ticks)::"memory");
    return ticks;
}

const struct cpucycles_counter cpucycles_ppc64_mftb = {
    .name = "ppc64-mftb",
    .counts = "ticks of the time base, whose rate is constant and far below the core's",
    .open = mftb_open,
    .read = mftb_read,
};

#else
const struct cpucycles_counter cpucycles_ppc64_mftb = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
