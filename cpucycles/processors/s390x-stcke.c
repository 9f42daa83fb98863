/* SPDX-License-Identifier: MIT */
/* The time-of-day clock of s390x, stored by stcke.
 *
 * It stores 16 bytes: of the clock's epoch one, of the clock eight, then smaller parts of a tick
 * and a number of the processor that make all values on a machine differ. The instruction waits for
 * what is ahead of it and holds back what is behind it, by itself. */
#include "../cpucycles.h"

#if defined(__s390x__)

#include <string.h>

static const char *stcke_open(void) { return NULL; }

static unsigned long long stcke_read(void) {
    struct {
        unsigned char byte[16];
    } stored;
    unsigned long long ticks;
    __asm__ volatile("stcke %0" : "=Q"(stored)::"cc", "memory");
    memcpy(&ticks, stored.byte + 1, sizeof ticks);
    return ticks;
}

const struct cpucycles_counter cpucycles_s390x_stcke = {
    .name = "s390x-stcke",
    .counts = "ticks of the time-of-day clock, 4096 in a microsecond",
    .open = stcke_open,
    .read = stcke_read,
};

#else
const struct cpucycles_counter cpucycles_s390x_stcke = CPUCYCLES_OF_ANOTHER_PROCESSOR;
#endif
