/* SPDX-License-Identifier: MIT */
/* The real-time counter of riscv64: the CSR time. The fences are those of riscv64-rdcycle.c. */
#include "../cpucycles.h"

#if defined(__riscv) && __riscv_xlen == 64

static const char *rdtime_open(void) { return NULL; }

static unsigned long long rdtime_read(void) {
    unsigned long long ticks;
    __asm__ volatile("fence iorw, iorw\n\tcsrr %0, time\n\tfence iorw, iorw"
                     : "=r"(ticks)::"memory");
    return ticks;
}

const struct cpucycles_counter cpucycles_riscv64_rdtime = {
    .name = "riscv64-rdtime",
    .counts = "ticks of the real-time counter, whose rate is constant and far below the core's",
    .open = rdtime_open,
    .read = rdtime_read,
};

#else
const struct cpucycles_counter cpucycles_riscv64_rdtime = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
