/* SPDX-License-Identifier: MIT */
/* Disturbs timings until it is killed: load <kind> <processor> <on> <off> <first>
 *
 * <kind> is what it does: `compute` keeps the units for integers busy, `memory` walks through 256
 * MiB, more than any cache holds, and `vectors` executes the widest vector instructions, which lower
 * the rate of many cores. It works for <on> ms and rests for <off> ms, both exponentially
 * distributed so that nothing keeps step with it; it never rests if <off> is 0. With <first> = 1 it
 * goes before all normal processes of its processor, as a hypervisor does that steals time. */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { words = 1 << 25, line = 64 / sizeof(unsigned long long) };

typedef float vector __attribute__((vector_size(64)));

volatile float result; /* of vectors(), so that the compiler leaves none out */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void compute(void) {
    unsigned long long x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int i = 0; i < 2000; ++i)
        for (int k = 0; k < 8; ++k) {
            x[k] += x[(k + 1) % 8];
            __asm__ volatile("" : "+r"(x[k])); /* or the compiler would simplify the sums */
        }
}

static void walk(void) {
    static volatile unsigned long long memory[words];
    static unsigned place;
    for (int i = 0; i < 512; ++i, place = (place + line) % words)
        ++memory[place];
}

static void vectors(void) {
    vector x[8] = {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}}, y = {1.0000001f};
    for (int i = 0; i < 2000; ++i)
        for (int k = 0; k < 8; ++k)
            x[k] = x[k] * y + y;
    for (int k = 0; k < 8; ++k)
        result = x[k][0];
}

/* A time in seconds, exponentially distributed. */
static double drawn(double mean) { return -mean * log(1 - drand48()); }

static void rest(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&time, NULL);
}

int main(int count, char **given) {
    if (count != 6) {
        fprintf(stderr, "usage: load compute|memory|vectors PROCESSOR ON_MS OFF_MS FIRST\n");
        return 2;
    }
    void (*work)(void) = !strcmp(given[1], "compute")  ? compute
                         : !strcmp(given[1], "memory") ? walk
                                                       : vectors;
    double on = atof(given[3]) * 1e-3, off = atof(given[4]) * 1e-3;
    struct sched_param first = {.sched_priority = 1};
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(atoi(given[2]), &set);
    sched_setaffinity(0, sizeof set, &set);
    if (atoi(given[5]))
        sched_setscheduler(0, SCHED_FIFO, &first);
    for (;;) {
        double until = now() + drawn(on);
        do
            work();
        while (off <= 0 || now() < until);
        rest(drawn(off));
    }
}
