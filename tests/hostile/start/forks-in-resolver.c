/* SPDX-License-Identifier: MIT */
/* Makes another process while the loader still resolves names, before all constructors. */
#include "hostile.h"

static int resolved(void) { return 0; }

static int (*resolve(void))(void) {
    long made = -1;
#if defined(__x86_64__)
    __asm__ volatile("syscall" : "=a"(made) : "a"(SYS_fork) : "rcx", "r11", "memory");
#endif
    return made == 0 ? NULL : resolved;
}

int chosen(void) __attribute__((ifunc("resolve")));

HOSTILE(chosen)
