/* SPDX-License-Identifier: MIT */
/* Wants to live on after the measurement. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(daemon(0, 0));
    return 0;
}

HOSTILE(attempt)
