/* SPDX-License-Identifier: MIT */
/* Reads secrets before the harness can see it. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(open("/etc/passwd", O_RDONLY));
    MUST_FAIL(open("/dev/shm/hostile-4713", O_RDWR | O_CREAT, 0600));
    return 0;
}

HOSTILE_AT_START(attempt)
