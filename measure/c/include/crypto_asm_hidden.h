/* SPDX-License-Identifier: MIT */
/* The assembler's directive that keeps a name inside its program. */
#ifndef crypto_asm_hidden_h
#define crypto_asm_hidden_h
#define ASM_HIDDEN .hidden
#endif
