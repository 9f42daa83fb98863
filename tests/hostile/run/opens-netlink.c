/* SPDX-License-Identifier: MIT */
/* Speaks to the kernel about its network. */
#include "hostile.h"
#include <sys/socket.h>

static int attempt(void) {
    MUST_FAIL(socket(AF_NETLINK, SOCK_RAW, 0));
    return 0;
}

HOSTILE(attempt)
