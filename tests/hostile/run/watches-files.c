/* SPDX-License-Identifier: MIT */
/* Watches what happens to files. */
#include "hostile.h"
#include <sys/inotify.h>

static int attempt(void) {
    MUST_FAIL(inotify_init1(0));
    return 0;
}

HOSTILE(attempt)
