/* SPDX-License-Identifier: MIT */
/* Writes code at run time, which nobody has seen in its objects. */
#include "hostile.h"

static int attempt(void) {
    const int all = PROT_READ | PROT_WRITE | PROT_EXEC, own = MAP_PRIVATE | MAP_ANONYMOUS;
    int zero = open("/dev/zero", O_RDONLY);
    if (mmap(NULL, 4096, all, own, -1, 0) != MAP_FAILED ||
        mmap(NULL, 4096, PROT_READ | PROT_EXEC, own, -1, 0) != MAP_FAILED ||
        mmap(NULL, 4096, all, MAP_PRIVATE, zero, 0) != MAP_FAILED)
        return 1;
    void *place = mmap(NULL, 4096, PROT_READ | PROT_WRITE, own, -1, 0);
    MUST_FAIL(mprotect(place, 4096, PROT_READ | PROT_EXEC));
    return 0;
}

HOSTILE(attempt)
