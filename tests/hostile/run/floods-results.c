/* SPDX-License-Identifier: MIT */
/* Writes without end where results are expected. */
#include "hostile.h"

static int attempt(void) {
    static char much[1 << 20];
    for (int descriptor = 3; descriptor < 1024; ++descriptor)
        for (int i = 0; i < 200 && write(descriptor, much, sizeof much) > 0; ++i)
            ;
    return 0;
}

HOSTILE(attempt)
