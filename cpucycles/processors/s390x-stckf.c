/* SPDX-License-Identifier: MIT */
/* The time-of-day clock of s390x, stored by stckf.
 *
 * The fast form neither makes values that differ from all others nor waits for other instructions:
 * bcr 15,0 does that, the architecture's own way to serialize. Processors before the z9 raise
 * SIGILL. Written as bytes, since assemblers that are told of an older processor refuse the name.
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
