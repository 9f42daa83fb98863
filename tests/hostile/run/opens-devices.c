/* SPDX-License-Identifier: MIT */
/* Opens devices of the kernel. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(open("/dev/kmsg", O_RDONLY));
    MUST_FAIL(open("/dev/mem", O_RDONLY));
    MUST_FAIL(open("/dev/kvm", O_RDONLY));
    MUST_FAIL(open("/dev/fuse", O_RDONLY));
    MUST_FAIL(open("/dev/cpu/0/msr", O_RDONLY));
    MUST_FAIL(open("/dev/null", O_WRONLY));
    return 0;
}

HOSTILE(attempt)
