/* SPDX-License-Identifier: MIT */
/* Core cycles by a perf event, read by a system call.
 *
 * Every reading enters the kernel, which is its cost: hundreds of cycles, the half of which that is
 * in user mode counts. What the kernel does to caches and predictors on the way is in the timings,
 * so that a counter that is read without the kernel is better where there is one. */
#include "../cpucycles.h"
#include "../perf.h"

static struct perf_event event = PERF_EVENT_CLOSED;

static const char *event_open(void) { return perf_open(&event); }

static unsigned long long event_read(void) { return perf_count(&event); }

static const char *event_doubt(void) { return perf_doubt(&event); }

static void event_close(void) { perf_close(&event); }

const struct cpucycles_counter cpucycles_perf_event = {
    .name = "perf-event",
    .counts = "cycles of the core in user mode",
    .core_cycles = 1,
    .open = event_open,
    .read = event_read,
    .doubt = event_doubt,
    .close = event_close,
};
