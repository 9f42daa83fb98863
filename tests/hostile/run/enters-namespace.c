/* SPDX-License-Identifier: MIT */
/* Enters the namespaces of the first process. */
#include "hostile.h"
#include <sched.h>

static int attempt(void) {
    int space = open("/proc/1/ns/mnt", O_RDONLY);
    MUST_FAIL(setns(space, 0));
    return 0;
}

HOSTILE(attempt)
