/* SPDX-License-Identifier: MIT */
/* Sends a signal that seems to come from the kernel. */
#include "hostile.h"

static int attempt(void) {
    siginfo_t info = {.si_code = SI_QUEUE};
    MUST_FAIL(syscall(SYS_rt_sigqueueinfo, getppid(), SIGTERM, &info));
    return 0;
}

HOSTILE(attempt)
