/* SPDX-License-Identifier: MIT */
/* Changes the code of the harness. */
#include "hostile.h"

static int attempt(void) {
    unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
    void *code = (void *)((unsigned long)__builtin_return_address(0) & ~(page - 1));
    MUST_FAIL(mprotect(code, page, PROT_READ | PROT_WRITE | PROT_EXEC));
    MUST_FAIL(mprotect(code, page, PROT_READ | PROT_EXEC));
    return 0;
}

HOSTILE(attempt)
