/* SPDX-License-Identifier: MIT */
/* Calls home before the harness can see it. */
#include "hostile.h"
#include <sys/socket.h>

static int attempt(void) {
    MUST_FAIL(socket(AF_INET, SOCK_STREAM, 0));
    return 0;
}

HOSTILE_AT_START(attempt)
