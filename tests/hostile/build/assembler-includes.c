/* SPDX-License-Identifier: MIT */
/* Shows a file of the system in the messages of the assembler. */
#include "hostile.h"

__asm__(".include \"/etc/hostname\"");
static int attempt(void) { return 0; }

HOSTILE(attempt)
