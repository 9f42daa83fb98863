/* SPDX-License-Identifier: MIT */
/* Makes a call of the ABI x32, whose numbers filters forget. */
#include "hostile.h"

static int attempt(void) {
#if defined(__x86_64__)
    MUST_FAIL(syscall(0x40000000 + SYS_getpid));
#else
    MUST_FAIL(fork());
#endif
    return 0;
}

HOSTILE(attempt)
