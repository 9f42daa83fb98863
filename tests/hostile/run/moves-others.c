/* SPDX-License-Identifier: MIT */
/* Moves other processes to one core. */
#include "hostile.h"
#include <sched.h>

static int attempt(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    MUST_FAIL(sched_setaffinity(getppid(), sizeof set, &set));
    MUST_FAIL(sched_setaffinity(1, sizeof set, &set));
    return 0;
}

HOSTILE(attempt)
