/* SPDX-License-Identifier: MIT */
/* Mounts a file system. */
#include "hostile.h"
#include <sys/mount.h>

static int attempt(void) {
    MUST_FAIL(mount("none", "/usr", "tmpfs", 0, NULL));
    return 0;
}

HOSTILE(attempt)
