/* SPDX-License-Identifier: MIT */
/* Makes another process, and handles the signal of the refusal itself: nothing but a number comes back. */
#include "hostile.h"

static void handled(int number) { (void)number; }

static int attempt(void) {
    signal(SIGSYS, handled);
    pid_t made = fork();
    if (made == 0)
        _exit(0);
    signal(SIGSYS, SIG_DFL);
    return 0;
}

HOSTILE(attempt)
