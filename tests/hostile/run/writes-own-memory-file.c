/* SPDX-License-Identifier: MIT */
/* Changes its code past the protection of pages. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(open("/proc/self/mem", O_RDWR));
    MUST_FAIL(open("/proc/thread-self/mem", O_WRONLY));
    MUST_FAIL(open("/proc/self/coredump_filter", O_WRONLY));
    MUST_FAIL(open("/proc/self/oom_score_adj", O_WRONLY));
    return 0;
}

HOSTILE(attempt)
