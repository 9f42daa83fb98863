/* SPDX-License-Identifier: MIT */
/* Makes another process, and ignores the signal of the refusal. */
#include "hostile.h"

static int attempt(void) {
    signal(SIGSYS, SIG_IGN);
    MUST_FAIL(fork());
    return 0;
}

HOSTILE(attempt)
