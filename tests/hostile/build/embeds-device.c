/* SPDX-License-Identifier: MIT */
/* Puts a file that has no end into the program. */
#include "hostile.h"

__asm__(".section .rodata\n.incbin \"/dev/zero\"\n.text");
static int attempt(void) { return 0; }

HOSTILE(attempt)
