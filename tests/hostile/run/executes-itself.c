/* SPDX-License-Identifier: MIT */
/* Begins again, with a library before all others. */
#include "hostile.h"

static int attempt(void) {
    char *const words[] = {"program", NULL}, *const environment[] = {"LD_PRELOAD=/x.so", NULL};
    int program = open("/proc/self/exe", O_RDONLY);
    MUST_FAIL(syscall(SYS_execveat, program, "", words, environment, AT_EMPTY_PATH));
    return 0;
}

HOSTILE(attempt)
