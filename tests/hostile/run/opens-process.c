/* SPDX-License-Identifier: MIT */
/* Gets hold of another process. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_pidfd_open, getppid(), 0));
    return 0;
}

HOSTILE(attempt)
