/* SPDX-License-Identifier: MIT */
/* Kills every process that it may. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(kill(-1, SIGKILL));
    return 0;
}

HOSTILE(attempt)
