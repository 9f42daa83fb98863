/* SPDX-License-Identifier: MIT */
/* Puts another descriptor in the place of the results. */
#include "hostile.h"

static int attempt(void) {
    for (int descriptor = 3; descriptor < 1024; ++descriptor)
        dup2(1, descriptor);
    return 0;
}

HOSTILE(attempt)
