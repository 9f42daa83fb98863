/* SPDX-License-Identifier: MIT */
/* Which counter is used, and what it does: found by trying, in this order. */
#include "cpucycles.h"

#include <stddef.h>
#include <time.h>

static const struct cpucycles_counter *const candidates[] = {&cpucycles_tsc, &cpucycles_clock};

/* A counter that stands still tells nothing, whatever open() says. */
static int moves(const struct cpucycles_counter *counter) {
    unsigned long long first = counter->read();
    for (int i = 0; i < 100000; ++i)
        if (counter->read() != first)
            return 1;
    return 0;
}

const struct cpucycles_counter *cpucycles_choose(void) {
    size_t count = sizeof candidates / sizeof candidates[0];
    for (size_t i = 0; i + 1 < count; ++i)
        if (candidates[i]->open() == 0 && moves(candidates[i]))
            return candidates[i];
    candidates[count - 1]->open();
    return candidates[count - 1];
}

static unsigned long long common_divisor(unsigned long long a, unsigned long long b) {
    while (b != 0) {
        unsigned long long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Not the smallest difference: a reading may itself take several steps. */
unsigned long long cpucycles_resolution(const struct cpucycles_counter *counter) {
    unsigned long long step = 0;
    unsigned long long before = counter->read();
    for (int i = 0; i < 20000; ++i) {
        unsigned long long now = counter->read();
        step = common_divisor(step, now - before);
        before = now;
    }
    return step;
}

long long cpucycles(void) {
    static const struct cpucycles_counter *counter;
    if (!counter)
        counter = cpucycles_choose();
    return (long long)counter->read();
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cpucycles_persecond(const struct cpucycles_counter *counter) {
    double start = seconds();
    unsigned long long first = counter->read();
    double end;
    do
        end = seconds();
    while (end - start < 0.05);
    return (double)(counter->read() - first) / (end - start);
}
