/* SPDX-License-Identifier: MIT */
/* Core cycles of riscv64: the CSR cycle, given to a perf event by the kernel, read without it.
 *
 * Linux 6.6 and later permit this by default (kernel.perf_user_access is 1). The fences are those
 * of riscv64-rdcycle.c. */
#include "../cpucycles.h"

#if defined(__riscv) && __riscv_xlen == 64

#include "../perf.h"

static struct perf_event event = PERF_EVENT_CLOSED;

/* The kernel numbers counters by their distance from the CSR cycle. */
static const char *elsewhere(void) {
    return event.page->index > 1 ? "the kernel has put the event on another CSR than cycle" : NULL;
}

static const char *rdcycle_open(void) {
    const char *why = perf_open(&event);
    if (!why)
        why = perf_map(&event, "kernel.perf_user_access = 1");
    return why ? why : elsewhere();
}

static inline unsigned long long rdcycle(unsigned index) {
    unsigned long long cycles;
    (void)index; /* known since the event was opened: a pinned event is not moved */
    __asm__ volatile("csrr %0, cycle" : "=r"(cycles));
    return cycles;
}

static unsigned long long rdcycle_read(void) {
    __asm__ volatile("fence iorw, iorw" ::: "memory");
    unsigned long long cycles = perf_page_read(&event, rdcycle);
    __asm__ volatile("fence iorw, iorw" ::: "memory");
    return cycles;
}

static const char *rdcycle_doubt(void) {
    const char *why = elsewhere();
    return why ? why : perf_doubt(&event);
}

static void rdcycle_close(void) { perf_close(&event); }

const struct cpucycles_counter cpucycles_riscv64_rdcycle_perf = {
    .name = "riscv64-rdcycle-perf",
    .counts = "cycles of the core in user mode",
    .core_cycles = 1,
    .open = rdcycle_open,
    .read = rdcycle_read,
    .doubt = rdcycle_doubt,
    .close = rdcycle_close,
};

#else
const struct cpucycles_counter cpucycles_riscv64_rdcycle_perf = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
