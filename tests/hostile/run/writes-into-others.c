/* SPDX-License-Identifier: MIT */
/* Writes into the memory of another process. */
#include "hostile.h"
#include <sys/uio.h>

static int attempt(void) {
    char byte = 0;
    struct iovec here = {&byte, 1};
    MUST_FAIL(process_vm_writev(getppid(), &here, 1, &here, 1, 0));
    return 0;
}

HOSTILE(attempt)
