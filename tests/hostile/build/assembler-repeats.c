/* SPDX-License-Identifier: MIT */
/* Lets the assembler repeat for ever. */
#include "hostile.h"

__asm__(".section .rodata\n.rept 2000000000\n.quad 1, 2, 3, 4\n.endr\n.text");
static int attempt(void) { return 0; }

HOSTILE(attempt)
