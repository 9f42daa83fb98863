/* SPDX-License-Identifier: MIT */
/* The time-of-day clock of s390x, stored by stcke.
 *
 * It stores 16 bytes: one of the clock's epoch, eight of the clock, then fractions of a tick and
 * the processor's number, so that all values on a machine differ. The instruction serializes: it
 * waits for earlier instructions and holds back later ones. */
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
