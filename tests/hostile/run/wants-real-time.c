/* SPDX-License-Identifier: MIT */
/* Wants to run before everything else on the core, for ever. */
#include "hostile.h"
#include <sched.h>

static int attempt(void) {
    struct sched_param most = {.sched_priority = 99};
    MUST_FAIL(sched_setscheduler(0, SCHED_FIFO, &most));
    return 0;
}

HOSTILE(attempt)
