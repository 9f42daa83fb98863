/* SPDX-License-Identifier: MIT */
/* What hostile programs share: the right hash, and one attempt before the first call returns.
 *
 * An attempt is a function that returns 0 if everything that it tried was refused, and otherwise a
 * number that the check reports: "returned 12 instead of 0". */
#ifndef HOSTILE_H
#define HOSTILE_H
#define _GNU_SOURCE
#include "crypto_hash.h"
#include "fnv1a.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* In an attempt: ends it, with the number of its line, if the call succeeds. */
#define MUST_FAIL(call)                                                                            \
    do {                                                                                           \
        if ((long)(call) >= 0)                                                                     \
            return __LINE__;                                                                       \
    } while (0)

#define HOSTILE(attempt)                                                                           \
    int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {       \
        static int tried, succeeded;                                                               \
        if (!tried) {                                                                              \
            tried = 1;                                                                             \
            succeeded = attempt();                                                                 \
        }                                                                                          \
        return succeeded ? succeeded : fnv1a(out, in, inlen);                                      \
    }

/* The same before main begins. */
#define HOSTILE_AT_START(attempt)                                                                  \
    static int succeeded_at_start;                                                                 \
    __attribute__((constructor(101))) static void at_start(void) {                                 \
        succeeded_at_start = attempt();                                                            \
    }                                                                                              \
    int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {       \
        return succeeded_at_start ? succeeded_at_start : fnv1a(out, in, inlen);                    \
    }

#endif
