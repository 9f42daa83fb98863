/* SPDX-License-Identifier: MIT */
/* Makes another process by a call of 32-bit programs. */
#include "hostile.h"

static int attempt(void) {
#if defined(__x86_64__)
    long said;
    __asm__ volatile("int $0x80" : "=a"(said) : "a"(2) : "memory", "r8", "r9", "r10", "r11");
    MUST_FAIL(said);
#else
    MUST_FAIL(fork());
#endif
    return 0;
}

HOSTILE(attempt)
