/* SPDX-License-Identifier: MIT */
/* Watches all processes of a core, and the kernel. */
#include "hostile.h"
#include <linux/perf_event.h>

static int attempt(void) {
    struct perf_event_attr wanted = {.type = PERF_TYPE_SOFTWARE, .size = sizeof wanted};
    MUST_FAIL(syscall(SYS_perf_event_open, &wanted, -1, 0, -1, 0));
    MUST_FAIL(syscall(SYS_perf_event_open, &wanted, 1, -1, -1, 0));
    MUST_FAIL(syscall(SYS_perf_event_open, &wanted, 0, 0, -1, 0));
    MUST_FAIL(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
    return 0;
}

HOSTILE(attempt)
