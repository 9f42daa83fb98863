/* SPDX-License-Identifier: MIT */
/* Core cycles of amd64 and x86, read by rdpmc from the hardware counter of a perf event.
 *
 * rdpmc neither waits for earlier instructions nor holds back later ones: both fences are needed,
 * as for the time-stamp counter. */
#include "../cpucycles.h"

#if defined(__x86_64__) || defined(__i386__)

#include "../perf.h"

static struct perf_event event = PERF_EVENT_CLOSED;

static const char *rdpmc_open(void) {
    if (!__builtin_cpu_supports("sse2"))
        return "the processor has no lfence";
    const char *why = perf_open(&event);
    return why ? why : perf_map(&event, "1 in /sys/bus/event_source/devices/cpu/rdpmc");
}

static inline unsigned long long rdpmc(unsigned index) {
    unsigned low, high;
    __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index));
    return (unsigned long long)high << 32 | low;
}

/* Built-in functions: <x86intrin.h> takes longer to compile than the rest of this file. */
__attribute__((target("sse2"))) static unsigned long long rdpmc_read(void) {
    __builtin_ia32_lfence();
    unsigned long long cycles = perf_page_read(&event, rdpmc);
    __builtin_ia32_lfence();
    return cycles;
}

static const char *rdpmc_doubt(void) { return perf_doubt(&event); }

static void rdpmc_close(void) { perf_close(&event); }

const struct cpucycles_counter cpucycles_x86_rdpmc = {
    .name = "x86-rdpmc",
    .counts = "cycles of the core in user mode",
    .core_cycles = 1,
    .open = rdpmc_open,
    .read = rdpmc_read,
    .doubt = rdpmc_doubt,
    .close = rdpmc_close,
};

#else
const struct cpucycles_counter cpucycles_x86_rdpmc = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
