/* SPDX-License-Identifier: MIT */
/* Becomes another user. */
#include "hostile.h"
#include <grp.h>
#include <sys/fsuid.h>

static int attempt(void) {
    MUST_FAIL(setuid(0));
    MUST_FAIL(setresuid(0, 0, 0));
    MUST_FAIL(setgroups(0, NULL));
    MUST_FAIL(setfsuid(0) == 0 && setfsuid(-1) == 0 ? 0 : -1);
    return 0;
}

HOSTILE(attempt)
