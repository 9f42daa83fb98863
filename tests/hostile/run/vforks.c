/* SPDX-License-Identifier: MIT */
/* Makes another process that shares its memory. */
#include "hostile.h"
#include <sched.h>

static int attempt(void) {
    MUST_FAIL(syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0));
    return 0;
}

HOSTILE(attempt)
