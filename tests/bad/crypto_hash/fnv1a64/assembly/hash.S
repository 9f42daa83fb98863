/* SPDX-License-Identifier: MIT */
/* Assembly of one ABI, which `architectures` names. */
#include "crypto_asm_hidden.h"

    .text
    ASM_HIDDEN CRYPTO_NAMESPACETOP
    .globl CRYPTO_NAMESPACETOP
CRYPTO_NAMESPACETOP:
    movabsq $0xcbf29ce484222325, %rax
    movabsq $0x100000001b3, %r8
    testq %rdx, %rdx
    je 2f
1:  movzbl (%rsi), %ecx
    xorq %rcx, %rax
    imulq %r8, %rax
    incq %rsi
    decq %rdx
    jne 1b
2:  movq %rax, (%rdi)
    xorl %eax, %eax
    ret

    .section .note.GNU-stack,"",@progbits
