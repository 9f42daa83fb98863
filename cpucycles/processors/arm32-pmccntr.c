/* SPDX-License-Identifier: MIT */
/* Core cycles of 32-bit ARM: PMCCNTR of ARMv7, where a kernel module has enabled it for programs.
 *
 * Without that reading it raises SIGILL; Linux gives programs no other way to this register. It has
 * 32 bits, and comes round every few seconds. */
#include "../cpucycles.h"

#if defined(__arm__) && __ARM_ARCH >= 7

#include "../wide.h"

static unsigned long long last;

static const char *pmccntr_open(void) { return NULL; }

/* isb: reads of system registers are not ordered with other instructions otherwise. */
static unsigned long long pmccntr_read(void) {
    unsigned cycles;
    __asm__ volatile("isb\n\tmrc p15, 0, %0, c9, c13, 0\n\tisb" : "=r"(cycles)::"memory");
    return wide_count(&last, cycles);
}

const struct cpucycles_counter cpucycles_arm32_pmccntr = {
    .name = "arm32-pmccntr",
    .counts = "cycles of the core",
    .core_cycles = 1,
    .open = pmccntr_open,
    .read = pmccntr_read,
};

#else
const struct cpucycles_counter cpucycles_arm32_pmccntr = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
