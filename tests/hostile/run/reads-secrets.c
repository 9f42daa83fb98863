/* SPDX-License-Identifier: MIT */
/* Reads what is none of its business. */
#include "hostile.h"

static int attempt(void) {
    static const char *const files[] = {
        "/etc/passwd",  "/etc/shadow", "/etc/hostname",      "/root",          "/home",
        "/sys",         "/var",        "/run",               "/tmp",           "/proc/1/environ",
        "/proc/1/root", "/proc/1/mem", "/proc/1/fd/0",       "/etc/machine-id"};
    static const char *const silent[] = {"/proc/keys", "/proc/key-users", "/proc/kallsyms",
                                         "/proc/modules"};
    char text[64];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        int file = open(files[i], O_RDONLY);
        if (file >= 0 && read(file, text, sizeof text) > 0)
            return 1 + (int)i;
    }
    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; ++i) {
        int file = open(silent[i], O_RDONLY);
        if (file >= 0 && read(file, text, sizeof text) > 0)
            return 100 + (int)i;
    }
    return 0;
}

HOSTILE(attempt)
