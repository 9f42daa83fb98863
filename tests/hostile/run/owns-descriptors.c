/* SPDX-License-Identifier: MIT */
/* Lets signals of descriptors go to others. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(fcntl(1, F_SETOWN, 1));
    MUST_FAIL(fcntl(0, F_SETFL, O_ASYNC));
    MUST_FAIL(fcntl(1, F_SETPIPE_SZ, 1 << 20));
    MUST_FAIL(open("/proc/self/fd/1", O_WRONLY));
    return 0;
}

HOSTILE(attempt)
