/* SPDX-License-Identifier: MIT */
/* Asks for a stack that is executable; that alone does no harm. */
#include "hostile.h"

__asm__(".section .note.GNU-stack,\"x\",@progbits\n.text");
static int attempt(void) { return 0; }

HOSTILE(attempt)
