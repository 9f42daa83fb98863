/* SPDX-License-Identifier: MIT */
/* Becomes a shell. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(execl("/bin/sh", "sh", "-c", "exit 0", NULL));
    return 0;
}

HOSTILE(attempt)
