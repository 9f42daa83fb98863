/* SPDX-License-Identifier: MIT */
/* clock_gettime: nanoseconds of CLOCK_MONOTONIC, which every system has. The system may adjust its
 * rate by less than a thousandth. */
#include "../cpucycles.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static const char *clock_open(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? NULL : strerror(errno);
}

static unsigned long long clock_read(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
}

const struct cpucycles_counter cpucycles_clock_monotonic = {
    .name = "clock-monotonic",
    .counts = "nanoseconds of real time",
    .open = clock_open,
    .read = clock_read,
};
