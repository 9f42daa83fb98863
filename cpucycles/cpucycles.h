/* SPDX-License-Identifier: MIT */
/* Counters behind one small interface, one file for each.
 *
 * processors/ has the counters of processors, anywhere/ those of the kernel. A file a-b.c there
 * defines the counter a-b as cpucycles_a_b. Nothing else is needed to add a counter: the Makefile
 * makes the list of candidates from the names of the files.
 *
 * A counter is opened once, and then read anywhere in the same thread. read() neither allocates nor
 * enters the kernel, unless the counter can't be read otherwise (its file says so). Several
 * counters may be open at the same time, so that a batch of calls can be timed by two of them.
 */
#ifndef HASHCOP_CPUCYCLES_H
#define HASHCOP_CPUCYCLES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cpucycles_counter {
    const char *name;   /* one word: the name in the data, and that of the file */
    const char *counts; /* in words: what one tick is */
    int core_cycles;    /* whether a tick is a cycle of the core */
    /* Returns null if the counter may work here, otherwise why it does not, in words that are valid
     * until the next call of a function of this directory. A counter that does not work may also
     * raise SIGILL or SIGSEGV, here or in read(): see cpucycles_try. */
    const char *(*open)(void);
    unsigned long long (*read)(void);
    /* Returns null if everything read since open() can be trusted, otherwise why not. May be null
     * itself: then the counter is always trusted. */
    const char *(*doubt)(void);
    /* Undoes open(), even if that failed halfway. May be null: then there is nothing to undo. */
    void (*close)(void);
};

/* What a file defines if it is compiled for another processor than its own: it is no candidate, and
 * is not reported. */
#define CPUCYCLES_OF_ANOTHER_PROCESSOR                                                             \
    { 0, 0, 0, 0, 0, 0, 0 }

/* What trying a counter found out. Ticks are the counter's own. */
struct cpucycles_trial {
    const struct cpucycles_counter *counter;
    int works;
    unsigned long long resolution; /* ticks: the step in which it moves */
    unsigned long long cost;       /* ticks: the median of two readings with nothing between */
    unsigned long long noise;      /* ticks: the interquartile range of these */
    double ticks_per_second;       /* of real time; measured briefly, accurate to a percent */
    double error;     /* nanoseconds; the least is chosen: docs/explanations/cycles.md */
    char reason[240]; /* why it does not work; after the choice, why it was chosen or not */
};

/* All counters, followed by a null pointer; the Makefile makes the list. */
extern const struct cpucycles_counter *const cpucycles_candidates[];

/* The counter with the least error of those that work here, opened; all others are closed. The
 * first call tries all of them, which takes some milliseconds each; later calls return the same
 * counter. Null if none works. */
const struct cpucycles_counter *cpucycles_choose(void);

/* Chooses the counter of that name without trying others, so that all processes of a run use the
 * same counter. Null if it works, otherwise why not. */
const char *cpucycles_use(const char *name);

/* The trials that cpucycles_choose made, in the order of candidates. */
const struct cpucycles_trial *cpucycles_trials(size_t *count);

/* A reading of the chosen counter, for implementations that want one
 * (measure/c/include/cpucycles.h).
 */
long long cpucycles(void);

/* Opens a counter and tries whether it works. It does not if its values stand still or go back, if
 * reading it raises a signal, or if it says so itself. Null if it works; otherwise why not, and the
 * counter is closed again. */
const char *cpucycles_try(const struct cpucycles_counter *counter);

/* Measures an opened counter that works, into trial. */
void cpucycles_measure(const struct cpucycles_counter *counter, struct cpucycles_trial *trial);

/* Ticks per second of real time, measured over `milliseconds`. */
double cpucycles_persecond(const struct cpucycles_counter *counter, unsigned milliseconds);

/* Executes a chain of 1024 dependent instructions for each block, of which there is one at least:
 * chain.h. */
void cpucycles_chain(unsigned long long blocks);

/* Cycles of the core per tick, by chains of dependent instructions that take at least `ticks`
 * together; a reading costs `cost` ticks. 0 if the counter stood still. chain.h says what is
 * assumed of the processor. */
double cpucycles_calibrate(const struct cpucycles_counter *counter, double cost,
                           unsigned long long ticks);

/* Instructions of independent chains per tick. Divided by cycles per tick it is the number of
 * instructions that the core does in a cycle, which is less while another hyperthread has work. */
double cpucycles_width(const struct cpucycles_counter *counter, double cost,
                       unsigned long long ticks);

/* The mean of ticks between two readings with nothing between; it may be a fraction of a step. */
double cpucycles_reading_cost(const struct cpucycles_counter *counter);

/* Runs work(argument); null if it returns, otherwise the signal that it raised, in words. */
const char *cpucycles_guarded(void (*work)(void *), void *argument);

#ifdef __cplusplus
}
#endif
#endif
