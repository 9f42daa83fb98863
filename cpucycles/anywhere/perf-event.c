/* SPDX-License-Identifier: MIT */
/* Core cycles by a perf event, read by a system call.
 *
 * Every reading is a system call of hundreds of cycles; its part in user mode is counted. Timings
 * also suffer from what the kernel does to caches and predictors, so a counter that is read without
 * the kernel is better. */
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
