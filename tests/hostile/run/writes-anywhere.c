/* SPDX-License-Identifier: MIT */
/* Leaves a file behind. */
#include "hostile.h"

static int attempt(void) {
    static const char *const places[] = {".",    "..",       "/",    "/tmp", "/var/tmp", "/dev",
                                         "/usr", "/dev/shm", "/run", "/proc", "/etc"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        char path[64];
        snprintf(path, sizeof path, "%s/hostile-4713", places[i]);
        MUST_FAIL(open(path, O_WRONLY | O_CREAT, 0600));
        MUST_FAIL(open(places[i], O_WRONLY | O_TMPFILE, 0600));
        MUST_FAIL(mkdir(path, 0700));
        MUST_FAIL(symlink("x", path));
        MUST_FAIL(mknod(path, S_IFIFO | 0600, 0));
    }
    MUST_FAIL(truncate("program", 0));
    MUST_FAIL(rename("program", "other"));
    MUST_FAIL(link("program", "/hostile-4713"));
    MUST_FAIL(utimensat(AT_FDCWD, "program", NULL, 0));
    return 0;
}

HOSTILE(attempt)
