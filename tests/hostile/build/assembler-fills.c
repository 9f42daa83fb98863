/* SPDX-License-Identifier: MIT */
/* Lets the assembler write a terabyte. */
#include "hostile.h"

__asm__(".section .rodata\n.fill 0x10000000000, 1, 1\n.text");
static int attempt(void) { return 0; }

HOSTILE(attempt)
