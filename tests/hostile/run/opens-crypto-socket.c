/* SPDX-License-Identifier: MIT */
/* Lets the kernel hash. */
#include "hostile.h"
#include <sys/socket.h>

static int attempt(void) {
    MUST_FAIL(socket(38, SOCK_SEQPACKET, 0)); /* AF_ALG */
    return 0;
}

HOSTILE(attempt)
