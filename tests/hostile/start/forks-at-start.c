/* SPDX-License-Identifier: MIT */
/* Makes another process before the harness can see it. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(fork());
    return 0;
}

HOSTILE_AT_START(attempt)
