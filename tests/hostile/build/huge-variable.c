/* SPDX-License-Identifier: MIT */
/* Wants a program that needs a terabyte to begin. */
#include "hostile.h"

char huge[1ULL << 40];
static int attempt(void) { return 0; }

HOSTILE(attempt)
