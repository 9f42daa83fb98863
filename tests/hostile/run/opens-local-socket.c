/* SPDX-License-Identifier: MIT */
/* Calls a service of this machine by an abstract name, which no file system hides. */
#include "hostile.h"
#include <sys/socket.h>

static int attempt(void) {
    MUST_FAIL(socket(AF_UNIX, SOCK_DGRAM, 0));
    return 0;
}

HOSTILE(attempt)
