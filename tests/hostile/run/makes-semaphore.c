/* SPDX-License-Identifier: MIT */
/* Leaves a semaphore behind for the next program. */
#include "hostile.h"
#include <sys/sem.h>

static int attempt(void) {
    MUST_FAIL(semget(4713, 1, IPC_CREAT | 0666));
    return 0;
}

HOSTILE(attempt)
