/* SPDX-License-Identifier: MIT */
/* clock_gettime: nanoseconds, for machines without a counter of their own that we can read. */
#include "cpucycles.h"

#include <time.h>

static unsigned long long clock_read(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
}

static int clock_open(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now);
}

const struct cpucycles_counter cpucycles_clock = {
    "monotonic-clock", "nanoseconds of real time", 0, clock_open, clock_read,
};
