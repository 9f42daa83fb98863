/* SPDX-License-Identifier: MIT */
/* Loads a program into the kernel. */
#include "hostile.h"

static int attempt(void) {
    char attributes[128] = {0};
    MUST_FAIL(syscall(SYS_bpf, 5, attributes, sizeof attributes));
    return 0;
}

HOSTILE(attempt)
