/* SPDX-License-Identifier: MIT */
/* Leaves a message behind for the next program. */
#include "hostile.h"
#include <sys/msg.h>

static int attempt(void) {
    MUST_FAIL(msgget(4713, IPC_CREAT | 0666));
    return 0;
}

HOSTILE(attempt)
