/* SPDX-License-Identifier: MIT */
/* Stops the kernel in the midst of a copy, as attacks on it do. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_userfaultfd, O_CLOEXEC));
    return 0;
}

HOSTILE(attempt)
