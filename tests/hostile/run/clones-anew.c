/* SPDX-License-Identifier: MIT */
/* Makes another process by the newer call, whose flags no filter sees. */
#include "hostile.h"
#include <linux/sched.h>

static int attempt(void) {
    struct clone_args how = {.exit_signal = SIGCHLD};
    MUST_FAIL(syscall(SYS_clone3, &how, sizeof how));
    return 0;
}

HOSTILE(attempt)
