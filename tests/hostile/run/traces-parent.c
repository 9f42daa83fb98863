/* SPDX-License-Identifier: MIT */
/* Looks into the process above it. */
#include "hostile.h"
#include <sys/ptrace.h>

static int attempt(void) {
    MUST_FAIL(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
    return 0;
}

HOSTILE(attempt)
