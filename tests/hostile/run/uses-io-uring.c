/* SPDX-License-Identifier: MIT */
/* Lets the kernel do what a filter of system calls does not see. */
#include "hostile.h"

static int attempt(void) {
    char parameters[120] = {0};
    MUST_FAIL(syscall(SYS_io_uring_setup, 8, parameters));
    return 0;
}

HOSTILE(attempt)
