/* SPDX-License-Identifier: MIT */
/* Reads what the operator has in the environment. */
#include "hostile.h"

static int attempt(void) {
    extern char **environ;
    for (char **one = environ; *one; ++one)
        if (strstr(*one, "HOSTILE_SECRET"))
            return 1;
    char text[65536] = "";
    int file = open("/proc/self/environ", O_RDONLY);
    ssize_t count = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (count > 0 && memmem(text, (size_t)count, "HOSTILE_SECRET", 14))
        return 2;
    return 0;
}

HOSTILE(attempt)
