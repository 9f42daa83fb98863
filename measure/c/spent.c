/* SPDX-License-Identifier: MIT */
/* The time that a part of the check may take. What a fast implementation does in a fraction of it,
 * a slow one is asked for only in part.
 *
 * Counted is the processor's time, so that other work on the machine leaves no part out; and the
 * time that passes, of which an implementation may have more, since it may sleep. */
#define _GNU_SOURCE
#include "harness.h"

#include <time.h>

enum { asleep = 2 };

static unsigned long long processor_end, wall_end;

static unsigned long long milliseconds_of(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (unsigned long long)time.tv_sec * 1000 + (unsigned long long)time.tv_nsec / 1000000;
}

void spent_begin(unsigned milliseconds) {
    processor_end = milliseconds_of(CLOCK_PROCESS_CPUTIME_ID) + milliseconds;
    wall_end = milliseconds_of(CLOCK_MONOTONIC) + asleep * milliseconds;
}

int spent_all(void) {
    return milliseconds_of(CLOCK_PROCESS_CPUTIME_ID) >= processor_end ||
           milliseconds_of(CLOCK_MONOTONIC) >= wall_end;
}
