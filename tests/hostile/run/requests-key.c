/* SPDX-License-Identifier: MIT */
/* Asks for a key, for which the kernel may start a program outside. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_request_key, "user", "hostile-4713", "x", -3));
    return 0;
}

HOSTILE(attempt)
