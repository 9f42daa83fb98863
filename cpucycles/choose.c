/* SPDX-License-Identifier: MIT */
/* Which counter is used: the one with the least error, as far as trying it can show. */
#include "cpucycles.h"

#include <stdio.h>
#include <string.h>

enum { most = 32 }; /* candidates for one processor */

/* Errors are compared for a call of middling length: 2500 nanoseconds are 1536 bytes at 5 cycles
 * per byte and 3 GHz. If the counter's rate is not the core's, this part of the call is wrong while
 * the core saves power or runs above its nominal rate. */
static const double call = 2500, off_core = 0.2;

/* A hundredth of that call: smaller differences vary from run to run, and the choice must not
 * depend on chance. Of counters that are equally good the first in the list is taken. */
static const double margin = 25;

static struct cpucycles_trial trials[most];
static size_t tried;
static const struct cpucycles_counter *chosen;

/* The error of one timing: the cost of a reading, a step, and the usual scatter. */
static double error_of(const struct cpucycles_trial *trial) {
    double ticks = (double)(trial->cost + trial->resolution + trial->noise);
    int known = trial->resolution > 0 && trial->ticks_per_second > 0;
    double own = known ? 1e9 * ticks / trial->ticks_per_second : 1e9;
    return own + (trial->counter->core_cycles ? 0 : off_core * call);
}

static void close_counter(const struct cpucycles_counter *counter) {
    if (counter->close)
        counter->close();
}

/* Counters are opened one at a time: two events of one kind compete for the hardware counters. */
static void try_one(struct cpucycles_trial *trial) {
    const char *why = cpucycles_try(trial->counter);
    trial->works = !why;
    if (why) {
        snprintf(trial->reason, sizeof trial->reason, "%s", why);
        return;
    }
    cpucycles_measure(trial->counter, trial);
    trial->error = error_of(trial);
    close_counter(trial->counter);
}

static const struct cpucycles_trial *least_error(void) {
    const struct cpucycles_trial *best = NULL;
    for (size_t i = 0; i < tried; ++i)
        if (trials[i].works && (!best || trials[i].error + margin < best->error))
            best = &trials[i];
    return best;
}

/* A counter later in the list may have a lower error than the best one, by less than `margin`. */
static void say_why(struct cpucycles_trial *one, const struct cpucycles_trial *best) {
    char part[80] = "";
    if (!one->counter->core_cycles)
        snprintf(part, sizeof part, ", %.0f of them since it does not count core cycles",
                 off_core * call);
    if (one == best)
        snprintf(one->reason, sizeof one->reason,
                 "its error for a call of %.0f ns is the least of those that work here: about "
                 "%.0f ns%s",
                 call, one->error, part);
    else if (one->error < best->error + margin)
        snprintf(one->reason, sizeof one->reason,
                 "it works, but is not better than %s, which comes first: errors of about %.0f and "
                 "%.0f ns for a call of %.0f ns",
                 best->counter->name, one->error, best->error, call);
    else
        snprintf(one->reason, sizeof one->reason,
                 "it works, but its error for a call of %.0f ns is about %.0f ns%s; that of %s is "
                 "%.0f ns",
                 call, one->error, part, best->counter->name, best->error);
}

const struct cpucycles_counter *cpucycles_choose(void) {
    if (chosen || tried)
        return chosen;
    for (size_t i = 0; cpucycles_candidates[i] && tried < most; ++i)
        if (cpucycles_candidates[i]->open) {
            trials[tried].counter = cpucycles_candidates[i];
            try_one(&trials[tried++]);
        }
    const struct cpucycles_trial *best;
    while ((best = least_error())) {
        const char *why = cpucycles_try(best->counter);
        if (!why)
            break;
        /* It worked a moment ago: something else has taken the hardware counter since. */
        struct cpucycles_trial *lost = &trials[best - trials];
        lost->works = 0;
        snprintf(lost->reason, sizeof lost->reason, "it worked once and then no more: %s", why);
    }
    if (best) {
        for (size_t i = 0; i < tried; ++i)
            if (trials[i].works)
                say_why(&trials[i], best);
        chosen = best->counter;
    }
    return chosen;
}

const char *cpucycles_use(const char *name) {
    for (size_t i = 0; cpucycles_candidates[i]; ++i) {
        const struct cpucycles_counter *counter = cpucycles_candidates[i];
        if (!counter->open || strcmp(counter->name, name) != 0)
            continue;
        if (counter == chosen)
            return NULL;
        const char *why = cpucycles_try(counter);
        if (!why) {
            if (chosen)
                close_counter(chosen);
            chosen = counter;
        }
        return why;
    }
    return "there is no counter of that name for this processor";
}

const struct cpucycles_trial *cpucycles_trials(size_t *count) {
    *count = tried;
    return trials;
}

long long cpucycles(void) {
    const struct cpucycles_counter *counter = chosen ? chosen : cpucycles_choose();
    return counter ? (long long)counter->read() : 0;
}
