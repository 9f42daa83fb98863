/* SPDX-License-Identifier: MIT */
/* Becomes root of namespaces of its own. */
#include "hostile.h"
#include <sched.h>

static int attempt(void) {
    MUST_FAIL(unshare(CLONE_NEWUSER | CLONE_NEWNS));
    return 0;
}

HOSTILE(attempt)
