/* SPDX-License-Identifier: MIT */
/* Becomes a compiler, with options of its own. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(execl("/usr/bin/gcc", "gcc", "-fplugin=/x.so", "hash.c", NULL));
    return 0;
}

HOSTILE(attempt)
