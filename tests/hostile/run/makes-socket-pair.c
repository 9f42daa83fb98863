/* SPDX-License-Identifier: MIT */
/* Makes a pair of sockets, over which descriptors could be passed. */
#include "hostile.h"
#include <sys/socket.h>

static int attempt(void) {
    int pair[2];
    MUST_FAIL(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    return 0;
}

HOSTILE(attempt)
