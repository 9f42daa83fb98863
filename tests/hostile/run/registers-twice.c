/* SPDX-License-Identifier: MIT */
/* Registers its restartable sequence again, for a place in the harness. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_rseq, attempt, 32, 0, 0x53053053));
    return 0;
}

HOSTILE(attempt)
