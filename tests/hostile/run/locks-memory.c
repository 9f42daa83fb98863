/* SPDX-License-Identifier: MIT */
/* Takes memory away from all others. */
#include "hostile.h"

static int attempt(void) {
    static char much[16 << 20];
    MUST_FAIL(mlockall(MCL_CURRENT | MCL_FUTURE));
    MUST_FAIL(mlock(much, sizeof much));
    return 0;
}

HOSTILE(attempt)
