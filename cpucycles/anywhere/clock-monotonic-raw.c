/* SPDX-License-Identifier: MIT */
/* clock_gettime: nanoseconds of CLOCK_MONOTONIC_RAW, of Linux since 2.6.28. Its rate is never
 * adjusted. If the vDSO of a kernel does not have it, each reading is a system call. */
#include "../cpucycles.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#ifndef CLOCK_MONOTONIC_RAW
#define CLOCK_MONOTONIC_RAW 4
#endif

static const char *clock_open(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC_RAW, &now) == 0 ? NULL : strerror(errno);
}

static unsigned long long clock_read(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
}

const struct cpucycles_counter cpucycles_clock_monotonic_raw = {
    .name = "clock-monotonic-raw",
    .counts = "nanoseconds of real time",
    .open = clock_open,
    .read = clock_read,
};
