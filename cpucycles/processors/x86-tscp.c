/* SPDX-License-Identifier: MIT */
/* The time-stamp counter of amd64 and x86, read by rdtscp.
 *
 * rdtscp waits for earlier instructions, but lets later ones start early: it needs one fence, and
 * rdtsc two. Which of the two costs less depends on the processor. */
#include "../cpucycles.h"

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>
static const char *tscp_open(void) {
    unsigned eax, ebx, ecx, edx;
    if (!__builtin_cpu_supports("sse2"))
        return "the processor has no lfence";
    if (!__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) || !(edx & 1u << 27))
        return "the processor has no rdtscp";
    return NULL;
}

/* Built-in functions: <x86intrin.h> takes longer to compile than the rest of this file. */
__attribute__((target("sse2"))) static unsigned long long tscp_read(void) {
    unsigned processor;
    unsigned long long ticks = __builtin_ia32_rdtscp(&processor);
    __builtin_ia32_lfence();
    return ticks;
}

const struct cpucycles_counter cpucycles_x86_tscp = {
    .name = "x86-tscp",
    .counts = "ticks of the time-stamp counter, whose rate is constant and need not be the core's",
    .open = tscp_open,
    .read = tscp_read,
};

#else
const struct cpucycles_counter cpucycles_x86_tscp = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
