/* SPDX-License-Identifier: MIT */
/* Lets a macro of the assembler begin itself twice. */
#include "hostile.h"

__asm__(".macro again\n again\n again\n.endm\nagain");
static int attempt(void) { return 0; }

HOSTILE(attempt)
