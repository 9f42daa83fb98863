/* SPDX-License-Identifier: MIT */
/* Reads the messages of the kernel. */
#include "hostile.h"
#include <sys/klog.h>

static int attempt(void) {
    char text[64];
    MUST_FAIL(klogctl(3, text, sizeof text));
    return 0;
}

HOSTILE(attempt)
