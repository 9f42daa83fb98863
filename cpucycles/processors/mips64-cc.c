/* SPDX-License-Identifier: MIT */
/* Core cycles of mips64: rdhwr of CC ($2), which moves every CCRes ($3) cycles.
 *
 * CC has 32 bits. Since release 2 of the architecture programs may read both registers if the
 * kernel permits it; otherwise reading raises SIGILL, or the kernel emulates it at great cost. sync
 * waits for earlier memory accesses. */
#include "../cpucycles.h"

#if defined(__mips__) && __mips == 64

#include "../wide.h"

static unsigned long long last;
static unsigned cycles_per_tick;

static const char *cc_open(void) {
    unsigned long long step;
    __asm__ volatile(".set push\n\t.set mips64r2\n\trdhwr %0, $3\n\t.set pop" : "=r"(step));
    cycles_per_tick = (unsigned)step;
    return cycles_per_tick ? NULL : "it says that it does not move (CCRes is 0)";
}

static unsigned long long cc_read(void) {
    unsigned long long ticks;
    __asm__ volatile(".set push\n\t.set mips64r2\n\tsync\n\trdhwr %0, $2\n\tsync\n\t.set pop"
                     : "=r"(ticks)::"memory");
    return wide_count(&last, (unsigned)ticks) * cycles_per_tick;
}

const struct cpucycles_counter cpucycles_mips64_cc = {
    .name = "mips64-cc",
    .counts = "cycles of the core, in steps of CCRes",
    .core_cycles = 1,
    .open = cc_open,
    .read = cc_read,
};

#else
const struct cpucycles_counter cpucycles_mips64_cc = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
