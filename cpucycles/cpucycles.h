/* SPDX-License-Identifier: MIT */
/* What time is: counters behind one small interface, one file for each.
 *
 * processors/ holds the counters of processors, anywhere/ those of the kernel. A file there named
 * a-b.c defines the counter called a-b as cpucycles_a_b, and that is all it takes to add one:
 * the Makefile makes the list of candidates from the names of the files.
 *
 * A counter is opened once, and then read from any place in the same thread. read() neither
 * allocates nor enters the kernel, except where that is what the counter is (its file says so).
 * Several counters may be open at the same time, so that a batch of calls can be enclosed in
 * readings of two of them.
 */
#ifndef HASHCOP_CPUCYCLES_H
#define HASHCOP_CPUCYCLES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cpucycles_counter {
    const char *name;   /* one word: what stands in data, and the name of the file */
    const char *counts; /* in words: what one tick is */
    int core_cycles;    /* whether that is a cycle of the core */
    /* Null where the counter may work here, otherwise why it does not, in words that hold until the
     * next call of anything in this room. Raising SIGILL or SIGSEGV, here or in read(), is a
     * permitted way of not working: see cpucycles_try. */
    const char *(*open)(void);
    unsigned long long (*read)(void);
    /* Null while everything read since open() can be trusted, otherwise why not. May be null
     * itself: always trusted. */
    const char *(*doubt)(void);
    /* Undoes open(), also one that failed halfway. May be null: nothing to undo. */
    void (*close)(void);
};

/* What a file defines when it is compiled for a processor that it is not about: it is no candidate,
 * and nobody is told why not. */
#define CPUCYCLES_OF_ANOTHER_PROCESSOR                                                             \
    { 0, 0, 0, 0, 0, 0, 0 }

/* What trying a counter found out. Ticks are the counter's own. */
struct cpucycles_trial {
    const struct cpucycles_counter *counter;
    int works;
    unsigned long long resolution; /* ticks of the step in which it moves */
    unsigned long long cost;       /* ticks between two readings with nothing between: the median */
    unsigned long long noise; /* how far these lie apart: their interquartile range, in ticks */
    double ticks_per_second;  /* of real time; measured briefly, good to a percent */
    double error;             /* nanoseconds; the least is chosen: docs/explanations/cycles.md */
    char reason[240];         /* where it does not work: why. After the choice: why or why not */
};

/* All counters there are, ended by a null pointer: made by the Makefile. */
extern const struct cpucycles_counter *const cpucycles_candidates[];

/* The counter that suits timings best, of those that work here, opened; all others are closed.
 * Tries all of them at its first call, which takes some milliseconds each, and stays with what it
 * found. Null where none works. */
const struct cpucycles_counter *cpucycles_choose(void);

/* Makes the counter of that name the chosen one, without looking at others, so that all processes
 * of a run count the same thing. Null where it works, otherwise why not. */
const char *cpucycles_use(const char *name);

/* What cpucycles_choose found out, in the order of candidates. */
const struct cpucycles_trial *cpucycles_trials(size_t *count);

/* A reading of the chosen counter, for implementations that want one (measure/c/include/cpucycles.h).
 */
long long cpucycles(void);

/* Opens a counter and sees whether it counts: values that stand still or go back, and signals that
 * reading raises, are reasons that it does not, as is what the counter itself says. Null where it
 * works; otherwise it is closed again. */
const char *cpucycles_try(const struct cpucycles_counter *counter);

/* Measures an opened counter that works, into trial. */
void cpucycles_measure(const struct cpucycles_counter *counter, struct cpucycles_trial *trial);

/* Ticks per second of real time, measured over `milliseconds`. */
double cpucycles_persecond(const struct cpucycles_counter *counter, unsigned milliseconds);

/* A chain of dependent instructions: 1024 for each of at least one block, chain.h. */
void cpucycles_chain(unsigned long long blocks);

/* Cycles of the core per tick, by chains of dependent instructions that take at least `ticks`
 * together, where a reading costs `cost` ticks; 0 where the counter stood still. chain.h says what
 * is assumed of the processor. */
double cpucycles_calibrate(const struct cpucycles_counter *counter, double cost,
                           unsigned long long ticks);

/* Instructions per tick of independent chains: against cycles per tick, how many the core does in a
 * cycle. It is less than usual while another hyperthread of the core has work. */
double cpucycles_width(const struct cpucycles_counter *counter, double cost,
                       unsigned long long ticks);

/* Ticks from one reading to the next with nothing between, on average: it has parts of a step. */
double cpucycles_reading_cost(const struct cpucycles_counter *counter);

/* Runs work(argument); null where it comes back, otherwise the signal that it raised, in words. */
const char *cpucycles_guarded(void (*work)(void *), void *argument);

#ifdef __cplusplus
}
#endif
#endif
