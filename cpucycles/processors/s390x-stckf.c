/* SPDX-License-Identifier: MIT */
/* The time-of-day clock of s390x, stored by stckf.
 *
 * This fast form neither makes all values differ nor waits for other instructions; bcr 15,0, the
 * architecture's way to serialize, waits. Processors before the z9 raise SIGILL. The instruction is
 * written as bytes, since assemblers refuse its name when they assemble for an older processor.
 */
#include "../cpucycles.h"

#if defined(__s390x__)

static const char *stckf_open(void) { return NULL; }

static unsigned long long stckf_read(void) {
    unsigned long long ticks;
    __asm__ volatile("bcr 15,0\n\t.insn s,0xb27c0000,%0\n\tbcr 15,0" : "=Q"(ticks)::"cc", "memory");
    return ticks;
}

const struct cpucycles_counter cpucycles_s390x_stckf = {
    .name = "s390x-stckf",
    .counts = "ticks of the time-of-day clock, 4096 in a microsecond",
    .open = stckf_open,
    .read = stckf_read,
};

#else
const struct cpucycles_counter cpucycles_s390x_stckf = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
