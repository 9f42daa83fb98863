/* SPDX-License-Identifier: MIT */
/* Hashes on another core. */
#include "hostile.h"
#include <pthread.h>

static int attempt(void) {
    pthread_t thread;
    MUST_FAIL(-pthread_create(&thread, NULL, (void *(*)(void *))attempt, NULL));
    return 0;
}

HOSTILE(attempt)
