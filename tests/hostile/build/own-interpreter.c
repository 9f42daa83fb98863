/* SPDX-License-Identifier: MIT */
/* Names another loader for its program. */
#include "hostile.h"

__attribute__((section(".interp"), used)) static const char loader[] = "/bin/sh";
static int attempt(void) { return 0; }

HOSTILE(attempt)
