/* SPDX-License-Identifier: MIT */
/* Raises its limits, and lowers those of others. */
#include "hostile.h"
#include <sys/resource.h>

static int attempt(void) {
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY}, none = {0, 0};
    MUST_FAIL(setrlimit(RLIMIT_AS, &most));
    MUST_FAIL(prlimit(0, RLIMIT_CPU, &most, NULL));
    MUST_FAIL(prlimit(getppid(), RLIMIT_CPU, &none, NULL));
    return 0;
}

HOSTILE(attempt)
