/* SPDX-License-Identifier: MIT */
/* Makes a file without a name, to execute it. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_memfd_create, "x", 0));
    MUST_FAIL(syscall(SYS_memfd_create, "x", 1));
    return 0;
}

HOSTILE(attempt)
