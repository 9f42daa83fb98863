/* SPDX-License-Identifier: MIT */
/* Core cycles of arm64: PMCCNTR_EL0, given to a perf event by the kernel, read without it.
 *
 * Since Linux 5.17 a program may read its own event's counter where the setting named below permits
 * it and the event asks for it. isb before and after: reads of system registers are not ordered
 * with other instructions otherwise. */
#include "../cpucycles.h"

#if defined(__aarch64__)

#include "../perf.h"

enum { cycle_counter = 31 }; /* by the kernel's numbers */

static struct perf_event event = PERF_EVENT_CLOSED;

/* 0 means no counter at all: perf_doubt reports that. */
static const char *elsewhere(void) {
    unsigned index = event.page->index;
    return index != 0 && index - 1 != cycle_counter
               ? "the kernel has put the event on another counter than PMCCNTR_EL0"
               : NULL;
}

static const char *pmccntr_open(void) {
    const char *why = perf_open(&event);
    if (!why)
        why = perf_map(&event, "kernel.perf_user_access = 1");
    return why ? why : elsewhere();
}

static inline unsigned long long pmccntr(unsigned index) {
    unsigned long long cycles;
    (void)index; /* known since the event was opened: a pinned event is not moved */
    __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(cycles));
    return cycles;
}

static unsigned long long pmccntr_read(void) {
    __asm__ volatile("isb" ::: "memory");
    unsigned long long cycles = perf_page_read(&event, pmccntr);
    __asm__ volatile("isb" ::: "memory");
    return cycles;
}

static const char *pmccntr_doubt(void) {
    const char *why = elsewhere();
    return why ? why : perf_doubt(&event);
}

static void pmccntr_close(void) { perf_close(&event); }

const struct cpucycles_counter cpucycles_arm64_pmccntr_perf = {
    .name = "arm64-pmccntr-perf",
    .counts = "cycles of the core in user mode",
    .core_cycles = 1,
    .open = pmccntr_open,
    .read = pmccntr_read,
    .doubt = pmccntr_doubt,
    .close = pmccntr_close,
};

#else
const struct cpucycles_counter cpucycles_arm64_pmccntr_perf = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
