/* SPDX-License-Identifier: MIT */
/* Ends the program for a reason of the harness, not of the implementation. The reason goes to
 * standard error, since it is no result. */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void harness_stop(const char *why) {
    fprintf(stderr, "harness: %s\n", why);
    exit(2);
}

void *harness_allocate(unsigned long long bytes) {
    void *memory = calloc(1, (size_t)bytes);
    if (!memory)
        harness_stop("out of memory");
    return memory;
}

void harness_release(void *memory) { free(memory); }
