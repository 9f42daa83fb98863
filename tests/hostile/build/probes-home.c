/* SPDX-License-Identifier: MIT */
/* Asks the compiler which files there are; does not build where it finds one. */
#if __has_include("/root") || __has_include("/home") || __has_include("/etc/passwd") ||             \
    __has_include("/sys/kernel") || __has_include("/root/.ssh/id_rsa") ||                          \
    __has_include("/var/lib/dpkg/status") || __has_include("../../ref/hash.c")
#error found
#endif
#include "hostile.h"
static int attempt(void) { return 0; }

HOSTILE(attempt)
