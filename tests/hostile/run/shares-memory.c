/* SPDX-License-Identifier: MIT */
/* Leaves memory behind for the next program. */
#include "hostile.h"
#include <sys/shm.h>

static int attempt(void) {
    MUST_FAIL(shmget(4713, 4096, IPC_CREAT | 0666));
    return 0;
}

HOSTILE(attempt)
