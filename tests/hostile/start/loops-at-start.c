/* SPDX-License-Identifier: MIT */
/* Never gets to main. */
#include "hostile.h"

static int attempt(void) {
    for (volatile int i = 0;; ++i)
        ;
}

HOSTILE_AT_START(attempt)
