/* SPDX-License-Identifier: MIT */
/* Puts a file of the system into the program. */
#include "hostile.h"

__asm__(".section .rodata\n.incbin \"/etc/shadow\"\n.text");
static int attempt(void) { return 0; }

HOSTILE(attempt)
