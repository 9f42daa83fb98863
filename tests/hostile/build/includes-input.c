/* SPDX-License-Identifier: MIT */
/* Waits for input. */
#include "/dev/stdin"
#include "hostile.h"
static int attempt(void) { return 0; }

HOSTILE(attempt)
