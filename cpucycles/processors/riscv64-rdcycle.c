/* SPDX-License-Identifier: MIT */
/* Core cycles of riscv64: the CSR cycle, where the kernel lets every program read it.
 *
 * Linux did until 6.6; since then reading it raises SIGILL unless kernel.perf_user_access is 2. The
 * manual treats the reading as input from a device, which a fence of all kinds orders with memory
 * accesses. */
#include "../cpucycles.h"

#if defined(__riscv) && __riscv_xlen == 64

static const char *rdcycle_open(void) { return NULL; }

static unsigned long long rdcycle_read(void) {
    unsigned long long cycles;
    __asm__ volatile("fence iorw, iorw\n\tcsrr %0, cycle\n\tfence iorw, iorw"
                     : "=r"(cycles)::"memory");
    return cycles;
}

const struct cpucycles_counter cpucycles_riscv64_rdcycle = {
    .name = "riscv64-rdcycle",
    .counts = "cycles of the core",
    .core_cycles = 1,
    .open = rdcycle_open,
    .read = rdcycle_read,
};

#else
const struct cpucycles_counter cpucycles_riscv64_rdcycle = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
