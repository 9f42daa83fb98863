/* SPDX-License-Identifier: MIT */
/* Takes all open files that there are. */
#include "hostile.h"

static int attempt(void) {
    int count = 0;
    while (open("/dev/zero", O_RDONLY) >= 0)
        if (++count > 1 << 20)
            return 1;
    return 0;
}

HOSTILE(attempt)
