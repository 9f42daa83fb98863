/* SPDX-License-Identifier: MIT */
/* Wants to run before others. */
#include "hostile.h"
#include <sys/resource.h>

static int attempt(void) {
    MUST_FAIL(setpriority(PRIO_PROCESS, 0, -20));
    MUST_FAIL(setpriority(PRIO_PROCESS, 0, 19));
    return 0;
}

HOSTILE(attempt)
