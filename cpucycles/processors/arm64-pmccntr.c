/* SPDX-License-Identifier: MIT */
/* Core cycles of arm64: PMCCNTR_EL0, where a kernel module has enabled it for all programs.
 *
 * Otherwise reading it raises SIGILL. If it is enabled for programs but not started, it stands
 * still. The module decides what it counts: usually the kernel's cycles, too. */
#include "../cpucycles.h"

#if defined(__aarch64__)

static const char *pmccntr_open(void) { return NULL; }

/* isb: reads of system registers are not ordered with other instructions otherwise. */
static unsigned long long pmccntr_read(void) {
    unsigned long long cycles;
    __asm__ volatile("isb\n\tmrs %0, pmccntr_el0\n\tisb" : "=r"(cycles)::"memory");
    return cycles;
}

const struct cpucycles_counter cpucycles_arm64_pmccntr = {
    .name = "arm64-pmccntr",
    .counts = "cycles of the core",
    .core_cycles = 1,
    .open = pmccntr_open,
    .read = pmccntr_read,
};

#else
const struct cpucycles_counter cpucycles_arm64_pmccntr = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
