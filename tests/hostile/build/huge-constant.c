/* SPDX-License-Identifier: MIT */
/* Wants a program of eight gigabytes. */
#include "hostile.h"

char huge[1ULL << 33] = {1};
static int attempt(void) { return 0; }

HOSTILE(attempt)
