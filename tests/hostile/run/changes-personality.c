/* SPDX-License-Identifier: MIT */
/* Turns off the randomization of addresses for what comes after it. */
#include "hostile.h"
#include <sys/personality.h>

static int attempt(void) {
    MUST_FAIL(personality(ADDR_NO_RANDOMIZE));
    return 0;
}

HOSTILE(attempt)
