/* SPDX-License-Identifier: MIT */
/* What time is: counters behind one small interface, one file for each.
 *
 * A counter is opened once. open() returns 0 when the counter works here, and otherwise leaves
 * nothing behind, so that the next one can be tried. read() may be called after that from any place
 * in the same thread; it neither allocates nor enters the kernel unless the counter's file says so.
 */
#ifndef HASHCOP_CPUCYCLES_H
#define HASHCOP_CPUCYCLES_H

#ifdef __cplusplus
extern "C" {
#endif

struct cpucycles_counter {
    const char *name;   /* one word: what stands in data */
    const char *counts; /* in words: what one tick is */
    int core_cycles;    /* whether that is a cycle of the core */
    int (*open)(void);
    unsigned long long (*read)(void);
};

/* The first counter that works here; the choice is the order in choose.c. Never null:
 * CLOCK_MONOTONIC exists everywhere this runs. */
const struct cpucycles_counter *cpucycles_choose(void);

/* The step in which the counter moves, in ticks: every difference of readings is a multiple of it.
 */
unsigned long long cpucycles_resolution(const struct cpucycles_counter *counter);

/* Ticks per second of real time, measured over about 50 milliseconds. */
double cpucycles_persecond(const struct cpucycles_counter *counter);

/* A reading of the chosen counter, for implementations that want one (measure/include/cpucycles.h).
 */
long long cpucycles(void);

extern const struct cpucycles_counter cpucycles_tsc;
extern const struct cpucycles_counter cpucycles_clock;

#ifdef __cplusplus
}
#endif
#endif
