/* SPDX-License-Identifier: MIT */
/* Prepares a thread before the harness can see it. */
#include "hostile.h"
#include <pthread.h>

static int attempt(void) {
    pthread_t thread;
    MUST_FAIL(-pthread_create(&thread, NULL, (void *(*)(void *))attempt, NULL));
    return 0;
}

HOSTILE_AT_START(attempt)
