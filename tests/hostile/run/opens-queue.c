/* SPDX-License-Identifier: MIT */
/* Leaves a message queue with a name behind. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_mq_open, "hostile-4713", O_CREAT | O_RDWR, 0666, NULL));
    return 0;
}

HOSTILE(attempt)
