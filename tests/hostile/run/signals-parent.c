/* SPDX-License-Identifier: MIT */
/* Signals the process above it. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_tkill, getppid(), SIGSTOP));
    return 0;
}

HOSTILE(attempt)
