/* SPDX-License-Identifier: MIT */
/* Asks when a file of the system has changed. */
#pragma GCC dependency "/etc/shadow"
#include "hostile.h"
static int attempt(void) { return 0; }

HOSTILE(attempt)
