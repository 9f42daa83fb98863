/* SPDX-License-Identifier: MIT */
/* Takes all memory that there is. */
#include "hostile.h"

static int attempt(void) {
    unsigned long long taken = 0;
    for (char *block; (block = malloc(64 << 20)); taken += 64 << 20)
        if (taken >= 3ULL << 30)
            return 1;
    return 0;
}

HOSTILE(attempt)
