/* SPDX-License-Identifier: MIT */
/* Leaves a key behind, by which the next program of this session learns something. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_add_key, "user", "hostile-4713", "x", 1, -3));
    return 0;
}

HOSTILE(attempt)
