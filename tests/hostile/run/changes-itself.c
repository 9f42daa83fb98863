/* SPDX-License-Identifier: MIT */
/* Changes what the kernel thinks of it. */
#include "hostile.h"
#include <sys/prctl.h>

static int attempt(void) {
    MUST_FAIL(prctl(PR_SET_DUMPABLE, 1));
    MUST_FAIL(prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY));
    MUST_FAIL(prctl(PR_SET_PDEATHSIG, 0));
    MUST_FAIL(prctl(PR_SET_CHILD_SUBREAPER, 1));
    MUST_FAIL(prctl(PR_SET_MM, PR_SET_MM_START_CODE, 0, 0, 0));
    MUST_FAIL(prctl(PR_SET_NAME, "bwrap"));
    return 0;
}

HOSTILE(attempt)
