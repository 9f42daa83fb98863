/* SPDX-License-Identifier: MIT */
/* Ends for reasons that are ours, not the implementation's: they go to standard error, as no
 * result. */
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
