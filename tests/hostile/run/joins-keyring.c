/* SPDX-License-Identifier: MIT */
/* Reads the keys of the session that the operator works in. */
#include "hostile.h"

static int attempt(void) {
    MUST_FAIL(syscall(SYS_keyctl, 0, -3, 0)); /* KEYCTL_GET_KEYRING_ID of the session */
    return 0;
}

HOSTILE(attempt)
