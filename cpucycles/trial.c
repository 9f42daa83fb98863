/* SPDX-License-Identifier: MIT */
/* Tries a counter: whether it works, its resolution, its cost and its noise. */
#include "cpucycles.h"

#include <stdlib.h>
#include <time.h>

enum { count = 2000 };               /* readings in a row */
static const double patience = 0.05; /* seconds for a counter to move: clocks may step in 10 ms */

/* Neither on the stack, whose variables are undefined after a jump from a handler, nor
 * allocated. */
static unsigned long long readings[count + 1];

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct attempt {
    const struct cpucycles_counter *counter;
    const char *reason;
};

/* The first readings warm up, so that they do not count as the cost of a reading. */
static void read_in_a_row(const struct cpucycles_counter *counter) {
    for (int i = 0; i < 200; ++i)
        readings[0] = counter->read();
    for (int i = 0; i <= count; ++i)
        readings[i] = counter->read();
}

/* The first reading that differs from `first`; `first` if patience ends before. The clock is read
 * before the last readings, not after them: this thread may have been paused in between. */
static unsigned long long next_step(const struct cpucycles_counter *counter,
                                    unsigned long long first) {
    double until = seconds() + patience;
    int ended;
    do {
        ended = seconds() >= until;
        for (int i = 0; i < 100; ++i) {
            unsigned long long now = counter->read();
            if (now != first)
                return now;
        }
    } while (!ended);
    return first;
}

static int goes_back(void) {
    for (int i = 0; i < count; ++i)
        if (readings[i + 1] < readings[i])
            return 1;
    return 0;
}

static void attempt(void *argument) {
    struct attempt *now = argument;
    now->reason = now->counter->open();
    if (now->reason)
        return;
    unsigned long long first = now->counter->read();
    if (next_step(now->counter, first) == first) {
        now->reason = now->counter->doubt ? now->counter->doubt() : NULL;
        now->reason = now->reason ? now->reason : "it stands still";
        return;
    }
    read_in_a_row(now->counter);
    now->reason = now->counter->doubt ? now->counter->doubt() : NULL;
    if (!now->reason && goes_back())
        now->reason = "it goes back";
}

const char *cpucycles_try(const struct cpucycles_counter *counter) {
    static struct attempt now; /* static: it must be defined after a jump out of attempt() */
    now.counter = counter;
    now.reason = NULL;
    const char *forbidden = cpucycles_guarded(attempt, &now);
    if (forbidden)
        now.reason = forbidden;
    if (now.reason && counter->close)
        counter->close();
    return now.reason;
}

static int ascending(const void *a, const void *b) {
    unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;
    return x < y ? -1 : x > y;
}

static unsigned long long common_divisor(unsigned long long a, unsigned long long b) {
    while (b != 0) {
        unsigned long long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The step of a counter from differences of readings, in ascending order. If a step takes longer
 * than a reading, some differences are 0, and the smallest other difference is a step. Otherwise
 * each reading takes several steps, and all differences are multiples of the step. The divisor
 * alone would fail for a clock in nanoseconds that moves every 41.7 ns. The largest differences are
 * left out: a thread that is moved to another processor reads another counter. */
static unsigned long long step_of(const unsigned long long *differences) {
    unsigned long long step = 0;
    for (int i = 0; i < count; ++i) {
        if (differences[i] != 0 && differences[0] == 0)
            return differences[i];
        if (i < count / 100 * 99 || step == 0)
            step = common_divisor(step, differences[i]);
    }
    return step;
}

/* Counters of this thread's cycles stop while another thread runs: the window with the highest rate
 * was interrupted least. */
static double rate_of(const struct cpucycles_counter *counter) {
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        double rate = cpucycles_persecond(counter, 1);
        most = rate > most ? rate : most;
    }
    return most;
}

void cpucycles_measure(const struct cpucycles_counter *counter, struct cpucycles_trial *trial) {
    read_in_a_row(counter);
    for (int i = 0; i < count; ++i)
        readings[i] = readings[i + 1] - readings[i];
    qsort(readings, count, sizeof readings[0], ascending);
    trial->cost = readings[count / 2];
    trial->noise = readings[count * 3 / 4] - readings[count / 4];
    trial->resolution = step_of(readings);
    if (trial->resolution == 0) { /* it stood still during all those readings */
        unsigned long long first = counter->read();
        trial->resolution = next_step(counter, first) - first;
    }
    trial->ticks_per_second = rate_of(counter);
}

/* Reads a counter and the clock at the same time. Of several attempts the shortest counts, since an
 * interruption between the readings would part them. */
static void read_both(const struct cpucycles_counter *counter, double *when,
                      unsigned long long *ticks) {
    double least = 0;
    for (int i = 0; i < 20; ++i) {
        double before = seconds();
        unsigned long long now = counter->read();
        double after = seconds();
        if (i == 0 || after - before < least) {
            least = after - before;
            *when = (before + after) / 2;
            *ticks = now;
        }
    }
}

double cpucycles_persecond(const struct cpucycles_counter *counter, unsigned milliseconds) {
    double begun, ended;
    unsigned long long first, last;
    read_both(counter, &begun, &first);
    while (seconds() - begun < 0.001 * milliseconds)
        ;
    read_both(counter, &ended, &last);
    return (double)(last - first) / (ended - begun);
}
