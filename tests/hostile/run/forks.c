/* SPDX-License-Identifier: MIT */
/* Makes another process. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(fork());
    return 0;
}

HOSTILE(attempt)
