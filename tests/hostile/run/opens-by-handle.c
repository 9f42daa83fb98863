/* SPDX-License-Identifier: MIT */
/* Opens a file by its number in the file system, past all directories. */
#include "hostile.h"

static int attempt(void) {
    struct file_handle *handle = calloc(1, sizeof *handle + 128);
    int mount;
    handle->handle_bytes = 128;
    MUST_FAIL(name_to_handle_at(AT_FDCWD, "/", handle, &mount, 0));
    return 0;
}

HOSTILE(attempt)
